import { Worker } from 'node:worker_threads'
import type { Program, Similar } from './matching.ts'

/** Programs of one problem, and its template code. */
export type Comparison = {
  programs: readonly Program[]
  templates: readonly Pick<Program, 'language' | 'source'>[]
}

const here = new URL(import.meta.url)
const isSource = here.pathname.endsWith('.ts')
const FILE = isSource ? new URL('./comparingWorker.ts', here) : new URL('./similarity.mjs', here)

/** Loads TypeScript in the thread, for tests and commands. */
const FROM_SOURCE = `import('tsx/esm/api').then((tsx) => {
  tsx.register()
  return import(require('node:worker_threads').workerData.file)
})`

const MEMORY = { maxOldGenerationSizeMb: 512 }

/** Longest comparison of one problem (ms); a thousand solutions take two seconds. */
const LIMIT = 120_000

/**
 * Compares programs in a thread, so that the server goes on answering. Returns null when they take too long or too much
 * memory. `file` is the program of the thread.
 */
export function compareInThread(
  comparison: Comparison,
  file = FILE,
  limit = LIMIT,
): Promise<Similar[] | null> {
  if (comparison.programs.length < 2) return Promise.resolve([])
  return new Promise((resolve) => {
    const options = { workerData: { comparison, file: file.href }, resourceLimits: MEMORY }
    const thread = isSource
      ? new Worker(FROM_SOURCE, { ...options, eval: true, execArgv: [] })
      : new Worker(file, options)
    const end = (answer: Similar[] | null) => {
      clearTimeout(timer)
      resolve(answer)
      void thread.terminate()
    }
    const timer = setTimeout(() => end(null), limit)
    thread.on('message', end)
    thread.on('error', () => end(null))
    thread.on('exit', () => end(null))
  })
}
