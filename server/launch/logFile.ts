import { appendFile, rename, stat } from 'node:fs/promises'

/** A log file, written line by line. */
export type LogFile = {
  write(line: string): void
  /** Resolves when all earlier lines were written or lost. */
  end(): Promise<void>
}

/** Size (bytes) from which a log file is put aside. */
const FULL = 64 * 1024 * 1024

/** Puts a full file aside as `NAME.1`, in place of the one before. */
async function turnOver(path: string, full: number): Promise<void> {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size >= full) await rename(path, `${path}.1`)
}

/** Appends to a file; a full one is put aside once. Lines that cannot be written are lost; `tell` is called once then, and when writing works again. */
export function openLogFile(path: string, tell: (line: string) => void, full = FULL): LogFile {
  let waiting: string[] = []
  let lost = 0
  const append = async () => {
    const lines = waiting
    waiting = []
    if (lines.length === 0) return
    try {
      await turnOver(path, full)
      await appendFile(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
      if (lost > 0) tell(`the log goes on; ${lost} lines of it are lost`)
      lost = 0
    } catch (error) {
      if (lost === 0) tell(`cannot write its log: ${error instanceof Error ? error.message : error}`)
      lost += lines.length
    }
  }
  let last = Promise.resolve()
  return {
    write(line) {
      waiting.push(line)
      // Lines that arrive during a write are written together.
      if (waiting.length === 1) last = last.then(append)
    },
    end: () => last,
  }
}
