/** Toasts: one line at the bottom left. Errors stay 5 s, others 4 s, counted from when they are visible. */

export type ToastKind = 'info' | 'success' | 'warning' | 'error'
export type Toast = {
  id: number
  kind: ToastKind
  text: string
  /** A button, such as Undo. */
  action?: { label: string; onClick: () => void }
}

const LIFE = { error: 5000, other: 4000 }
const AT_ONCE = 3

let toasts: readonly Toast[] = []
let next = 0
const watchers = new Set<() => void>()
/** Timers of toasts that were added before the first page was drawn; they start with it. */
let unseen: (() => void)[] = []

function change(to: readonly Toast[]) {
  toasts = to
  for (const watcher of watchers) watcher()
}

export const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id))

function say(kind: ToastKind, text: string, action?: Toast['action']) {
  const id = next++
  // The same text twice is one toast with a new timer.
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
