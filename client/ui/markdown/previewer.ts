import { asTyped, type MarkdownTree } from '#server/shared/markdown/tree.ts'
import PreviewThread from './previewThread.ts?worker'

type Show = (tree: MarkdownTree) => void

/** Longer (ms) nobody waits for a preview; the server gives a text a twentieth of it. */
const LONGEST = 1_000

/** The latest text of each preview that waits for its turn. */
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

/** Shows the text as typed that the thread did not parse in time. */
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
 * Parses the texts of one preview in a thread of the browser, so that typing never waits for it; a text that takes too
 * long is shown as typed. Of the texts that come meanwhile only the latest is parsed.
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
