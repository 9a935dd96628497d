import { type ResourceLimits, Worker } from 'node:worker_threads'

/** Loads TypeScript in a thread, for tests and commands. */
const FROM_SOURCE = `import('tsx/esm/api').then((tsx) => {
  tsx.register()
  return import(require('node:worker_threads').workerData.file)
})`

/**
 * Program of a thread: a source file beside that of the caller (`import.meta.url`), or in a build the file that is built
 * of it beside the server.
 */
export function threadProgram(caller: string, source: string, built: string): URL {
  return new URL(new URL(caller).pathname.endsWith('.ts') ? source : built, caller)
}

type Options = { data?: object; resourceLimits?: ResourceLimits }

/** Starts a thread with `data` as its `workerData`. */
export function startThread(program: URL, { data, resourceLimits }: Options = {}): Worker {
  const options = {
    workerData: { ...data, file: program.href },
    ...(resourceLimits && { resourceLimits }),
  }
  return program.pathname.endsWith('.ts')
    ? new Worker(FROM_SOURCE, { ...options, eval: true, execArgv: [] })
    : new Worker(program, options)
}
