/** Bytes that are read here and there. */
export type RandomAccess = {
  /** Length in bytes. */
  size: number
  /** At most `length` bytes from `at` on; fewer at the end. */
  read(at: number, length: number): Promise<Buffer>
}

/** Most boxes that are read; a video has some ten, a fragmented one some thousands. */
const MOST_BOXES = 100_000

/**
 * Whether a file is a complete mp4: its boxes end exactly at its end, it begins with `ftyp`, and it has a `moov`. Reads
 * the heads of the boxes only.
 */
export async function isWholeMp4({ size, read }: RandomAccess): Promise<boolean> {
  let at = 0
  let hasMoov = false
  for (let count = 0; at < size && count < MOST_BOXES; count++) {
    const head = await read(at, 16)
    if (head.byteLength < 8) return false
    const type = head.toString('latin1', 4, 8)
    if (count === 0 && type !== 'ftyp') return false
    if (type === 'moov') hasMoov = true
    const length = lengthOf(head, size - at)
    if (length === null) return false
    at += length
  }
  return at === size && hasMoov
}

/** Length (bytes) of the box with this head, when it ends within the rest of the file; else null. */
function lengthOf(head: Buffer, rest: number): number | null {
  const short = head.readUInt32BE(0)
  // 0: to the end of the file. 1: the length follows the type.
  const length =
    short === 0 ? rest : short === 1 ? (head.byteLength === 16 ? Number(head.readBigUInt64BE(8)) : 0) : short
  return length >= (short === 1 ? 16 : 8) && length <= rest ? length : null
}
