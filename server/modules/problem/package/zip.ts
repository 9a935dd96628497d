import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Written } from './format.ts'

/** Every archive is written as of this moment, so that equal problems are equal bytes. */
const LONG_AGO = new Date(Date.UTC(2000, 0, 1))

/** Packs files into a zip that other systems unpack too: plain paths, modes for what has to run. */
export async function packZip(files: Written): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [path, { content, executable }] of files) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    zip.addBuffer(bytes, path, { mtime: LONG_AGO, mode: executable ? 0o100755 : 0o100644 })
  }
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}
