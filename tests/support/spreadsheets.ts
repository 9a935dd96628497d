import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { fromBuffer, type ZipFile } from 'yauzl'

/** Files of a zip as texts, by path. */
export async function filesOf(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(bytes, {
    lazyEntries: true,
  })
  const files: Record<string, string> = {}
  await new Promise<void>((resolve, reject) => {
    zip.on('end', resolve)
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        buffer(stream).then((content) => {
          files[entry.fileName] = content.toString()
          zip.readEntry()
        }, reject)
      })
    })
    zip.readEntry()
  })
  return files
}

/** The texts and numbers of the cells of a spreadsheet, row by row; empty cells are left out. */
export async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const xml = (await filesOf(bytes))['xl/worksheets/sheet1.xml'] ?? ''
  expect(xml).not.toContain('<f>')
  return [...xml.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<(?:t [^>]*|v)>(.*?)<\/(?:t|v)>/g)].map(([, text = '']) => text),
  )
}
