import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { fromBuffer, type ZipFile } from 'yauzl'

/** The texts and numbers of the cells of a spreadsheet, row by row; empty cells are left out. */
export async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(bytes, {
    lazyEntries: true,
  })
  const xml = await new Promise<string>((resolve, reject) => {
    zip.on('entry', (entry) => {
      if (entry.fileName !== 'xl/worksheets/sheet1.xml') return zip.readEntry()
      zip.openReadStream(entry, (error, stream) =>
        error ? reject(error) : buffer(stream).then((content) => resolve(content.toString()), reject),
      )
    })
    zip.readEntry()
  })
  expect(xml).not.toContain('<f>')
  return [...xml.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<(?:t [^>]*|v)>(.*?)<\/(?:t|v)>/g)].map(([, text = '']) => text),
  )
}
