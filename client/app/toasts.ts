/** Things said in passing, one line at the bottom left. Errors stay 5 s, the others 4 s, from when they are seen. */

export type ToastKind = 'info' | 'success' | 'warning' | 'error'
export type Toast = {
  id: number
  kind: ToastKind
  text: string
  /** Something to do about it, such as Undo. */
  action?: { label: string; onClick: () => void }
}

const LIFE = { error: 5000, other: 4000 }
const AT_ONCE = 3

let toasts: readonly Toast[] = []
let next = 0
const watchers = new Set<() => void>()
/** What was said before there was a page to say it on begins to pass with that page. */
let unseen: (() => void)[] = []

function change(to: readonly Toast[]) {
  toasts = to
  for (const watcher of watchers) watcher()
}

export const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id))

function say(kind: ToastKind, text: string, action?: Toast['action']) {
  const id = next++
  // The same words twice are one toast, begun again.
  change([...toasts.filter((toast) => toast.text !== text), { id, kind, text, action }].slice(-AT_ONCE))
  const pass = () => setTimeout(() => dismiss(id), kind === 'error' ? LIFE.error : LIFE.other)
  if (watchers.size > 0) pass()
  else unseen.push(pass)
}

export const toast = {
  info: (text: string, action?: Toast['action']) => say('info', text, action),
  success: (text: string, action?: Toast['action']) => say('success', text, action),
  warning: (text: string, action?: Toast['action']) => say('warning', text, action),
  error: (text: string, action?: Toast['action']) => say('error', text, action),
}

export const watchToasts = (watcher: () => void) => {
  watchers.add(watcher)
  for (const pass of unseen) pass()
  unseen = []
  return () => {
    watchers.delete(watcher)
  }
}

export const shownToasts = () => toasts
