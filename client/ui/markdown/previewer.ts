import { asTyped, type MarkdownTree } from '#server/shared/markdown/tree.ts'
import PreviewThread from './previewThread.ts?worker'

type Show = (tree: MarkdownTree) => void

/** Time limit of a preview (ms); the server's limit is a twentieth. */
const LONGEST = 1_000

/** The latest pending text of each preview. */
const waiting = new Map<Show, string>()
const open = new Set<Show>()
let current: { show: Show; text: string } | null = null
let thread: Worker | null = null
let isReady = false
let timer: ReturnType<typeof setTimeout> | undefined

function end(): void {
  clearTimeout(timer)
  thread?.terminate()
  thread = null
  isReady = false
}

function finish(tree: MarkdownTree): void {
  clearTimeout(timer)
  const done = current
  current = null
  if (done && open.has(done.show)) done.show(tree)
  next()
}

/** Shows the source of a text that was not parsed in time. */
function giveUp(): void {
  end()
  finish(asTyped(current?.text ?? ''))
}

function start(): Worker {
  const started = new PreviewThread()
  started.onmessage = ({ data }: MessageEvent<'ready' | { tree: MarkdownTree }>) => {
    if (data !== 'ready') return finish(data.tree)
    isReady = true
    send()
  }
  started.onerror = giveUp
  return started
}

function send(): void {
  if (!current || !isReady) return
  thread?.postMessage(current.text)
  timer = setTimeout(giveUp, LONGEST)
}

function next(): void {
  if (current) return
  for (const [show, text] of waiting) {
    waiting.delete(show)
    current = { show, text }
    thread ??= start()
    send()
    return
  }
}

/**
 * Parses one preview's texts in a worker, so that typing is never blocked. A text that takes too long is
 * shown as source; of pending texts only the latest is parsed.
 */
export function openPreview(show: Show): { parse(text: string): void; close(): void } {
  open.add(show)
  return {
    parse(text) {
      waiting.set(show, text)
      next()
    },
    close() {
      open.delete(show)
      waiting.delete(show)
      if (open.size > 0) return
      end()
      current = null
    },
  }
}
