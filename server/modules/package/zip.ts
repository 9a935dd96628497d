import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Written } from './format.ts'

/** Fixed time of all entries, so that equal problems give equal bytes. */
const LONG_AGO = new Date(Date.UTC(2000, 0, 1))

/** Packs files into a portable zip: plain paths, executable modes for scripts. */
export async function packZip(files: Written): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [path, { content, executable }] of files) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    zip.addBuffer(bytes, path, { mtime: LONG_AGO, mode: executable ? 0o100755 : 0o100644 })
  }
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}

/** A file that is read when it is packed. */
type Lazy = { size: number; open(): Promise<Readable> }

/** Packs packages into one zip as a stream, each when the previous one is written. */
export function zipAsTheyCome(packages: AsyncIterable<Written | Map<string, Lazy>>): Readable {
  const zip = new ZipFile()
  const packed = new PassThrough()
  // Not `once`, which rejects on an error without a handler.
  const closed = new Promise<void>((resolve) => packed.once('close', resolve))
  zip.on('error', (error) => packed.destroy(error as Error))
  const fill = async () => {
    for await (const files of packages) {
      let written: Promise<unknown> = Promise.resolve()
      for (const [path, file] of files) {
        written = new Promise<void>((resolve) => {
          const { size, open } = 'open' in file ? file : held(file.content)
          const mode = 'executable' in file && file.executable ? 0o100755 : 0o100644
          zip.addReadStreamLazy(path, { mtime: LONG_AGO, mode, size }, (give) => {
            resolve()
            open().then(
              (stream) => give(null, stream),
              (error) => give(error, undefined as never),
            )
          })
        })
      }
      // The last file is written after all before it.
      await Promise.race([written, closed])
      if (packed.destroyed) return
    }
    zip.end()
  }
  zip.outputStream.pipe(packed)
  fill().catch((error) => packed.destroy(error as Error))
  return packed
}

const held = ({ buffer, byteOffset, byteLength }: Uint8Array): Lazy => ({
  size: byteLength,
  open: async () => Readable.from([Buffer.from(buffer, byteOffset, byteLength)]),
})
