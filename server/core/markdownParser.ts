import type { Worker } from 'node:worker_threads'
import { startThread, threadProgram } from './pacing/thread.ts'

/** Parses Markdown in a thread of its own, which starts with the first text. */
export type MarkdownParser = {
  /**
   * The tree of a text as JSON; null when it takes too long. Texts that a reader waits for go first.
   * Throws when the thread does not start, the queue is full, or the parser was closed.
   */
  parse(text: string, isAwaited?: boolean): Promise<string | null>
  /** Ends the thread; waiting texts are not parsed. */
  close(): Promise<void>
}

type Job = { text: string; ends: number; resolve(tree: string | null): void; reject(error: Error): void }

const FILE = threadProgram(import.meta.url, './markdownWorker.ts', './markdown.mjs')

/** Time (ms) after which a thread is ended that did not stop a long text by itself. */
const BACKSTOP = 5_000
/** Longest start of the thread (ms). */
const START = 60_000
/** Idle time (ms) after which the thread is ended to free its memory. */
const IDLE = 600_000
/** Number of threads that a text may end before it is given up. */
const MOST_ENDS = 2
const MOST_WAITING = 5_000

const MEMORY = { maxOldGenerationSizeMb: 256 }

/** `file` is the program of the thread. */
export function createMarkdownParser(file: URL = FILE): MarkdownParser {
  const waiting: Job[] = []
  let current: Job | null = null
  let thread: Worker | null = null
  let isReady = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const wait = (ms: number, act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }

  /** Retries the text of a thread that ended, or gives it up. */
  const lose = (ended: Worker, error: Error) => {
    if (thread !== ended) return
    const wasReady = isReady
    thread = null
    isReady = false
    clearTimeout(timer)
    void ended.terminate()
    if (!wasReady) {
      for (const job of waiting.splice(0)) job.reject(error)
      return
    }
    if (current && ++current.ends < MOST_ENDS) waiting.unshift(current)
    else current?.resolve(null)
    current = null
    next()
  }

  const start = () => {
    const started = startThread(file, { resourceLimits: MEMORY })
    started.on('message', (message: 'ready' | { tree: string | null }) => {
      if (thread !== started) return
      if (message === 'ready') isReady = true
      else {
        current?.resolve(message.tree)
        current = null
      }
      next()
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('the Markdown thread ended')))
    // A listener keeps the process alive; from here on only the timer of a running text does.
    started.unref()
    wait(START, () => lose(started, new Error('the Markdown thread does not start')))
    return started
  }

  const next = () => {
    if (current || isClosed) return
    const ended = thread
    if (waiting.length === 0) {
      clearTimeout(timer)
      if (ended) wait(IDLE, () => lose(ended, new Error('the Markdown thread had nothing to do')))
      timer?.unref()
      return
    }
    thread ??= start()
    if (!isReady) return
    const busy = thread
    current = waiting.shift() ?? null
    wait(BACKSTOP, () => lose(busy, new Error('the Markdown thread is stuck')))
    busy.postMessage(current?.text)
  }

  return {
    parse: (text, isAwaited = false) =>
      new Promise((resolve, reject) => {
        if (isClosed || waiting.length >= MOST_WAITING) {
          reject(new Error(isClosed ? 'the Markdown parser is closed' : 'too much Markdown is waiting'))
          return
        }
        const job = { text, ends: 0, resolve, reject }
        if (isAwaited) waiting.unshift(job)
        else waiting.push(job)
        next()
      }),
    async close() {
      isClosed = true
      clearTimeout(timer)
      const left = [...(current ? [current] : []), ...waiting.splice(0)]
      for (const job of left) job.reject(new Error('the Markdown parser is closed'))
      current = null
      const ended = thread
      thread = null
      await ended?.terminate()
    },
  }
}
