import { startThread, threadProgram } from '../../core/pacing/thread.ts'
import type { Program, Similar } from './matching.ts'

/** Programs of one problem, and its template code. */
export type Comparison = {
  programs: readonly Program[]
  templates: readonly Pick<Program, 'language' | 'source'>[]
}

const FILE = threadProgram(import.meta.url, './comparingWorker.ts', './similarity.mjs')

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
    const thread = startThread(file, { data: { comparison }, resourceLimits: MEMORY })
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
