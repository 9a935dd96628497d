import type { FileHandle } from 'node:fs/promises'

/** Most boxes that are read; a video has some ten, a fragmented one some thousands. */
const MOST_BOXES = 100_000

/**
 * Whether a file is a complete mp4: its boxes end exactly at its end, it begins with `ftyp`, and it has a `moov`. Reads
 * the heads of the boxes only.
 */
export async function isWholeMp4(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const head = Buffer.alloc(16)
  let at = 0
  let hasMoov = false
  for (let count = 0; at < size && count < MOST_BOXES; count++) {
    const { bytesRead } = await file.read(head, 0, 16, at)
    if (bytesRead < 8) return false
    const type = head.toString('latin1', 4, 8)
    if (count === 0 && type !== 'ftyp') return false
    if (type === 'moov') hasMoov = true
    const length = lengthOf(head, bytesRead, size - at)
    if (length === null) return false
    at += length
  }
  return at === size && hasMoov
}

/** Length (bytes) of the box with this head, when it ends within the rest of the file; else null. */
function lengthOf(head: Buffer, read: number, rest: number): number | null {
  const short = head.readUInt32BE(0)
  // 0: to the end of the file. 1: the length follows the type.
  const length =
    short === 0 ? rest : short === 1 ? (read === 16 ? Number(head.readBigUInt64BE(8)) : 0) : short
  return length >= (short === 1 ? 16 : 8) && length <= rest ? length : null
}
