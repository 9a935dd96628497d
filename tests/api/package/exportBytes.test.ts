import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportPackage, packagedProblem } from '#server/modules/package/exporting.ts'
import { type PackageProblem, WRITTEN_FORMATS } from '#server/modules/package/format.ts'
import { importPackage, readPackage, storePackageProblem } from '#server/modules/package/importing.ts'
import { Notes } from '#server/modules/package/report.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { legacyIcpc, unpackedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let author: Person
beforeAll(async () => {
  site = await startSite()
  author = await addPerson(site, 'author', { role: 'ROOT' })
})
afterAll(() => site.close())

const SMALL = { empty: '', byte: 'x', line: '\n' }
const CASES = Object.values(SMALL).flatMap((input) =>
  Object.values(SMALL).map((answer) => ({ input, answer })),
)
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

/** A problem whose cases and attachments are empty, or of one byte. */
function smallProblem(displayId: string): PackageProblem {
  const [read] = readPackage(unpackedOf(legacyIcpc()))
  if (!read) throw new Error('no problem')
  const testcases = CASES.map(({ input, answer }) => ({
    input: bytesOf(input),
    answer: bytesOf(answer),
    subtask: 0,
    score: 0,
  }))
  const annexes = Object.entries(SMALL).map(([name, text]) => ({
    name: `${name}.txt`,
    content: bytesOf(text),
  }))
  return { ...read.problem, displayId, samples: [], testcases, annexes }
}

const textOf = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('latin1')
const smallFilesOf = ({ testcases, annexes }: PackageProblem) => ({
  cases: testcases.map(({ input, answer }) => ({ input: textOf(input), answer: textOf(answer) })),
  annexes: Object.fromEntries(annexes.map(({ name, content }) => [name.split('.')[0], textOf(content)])),
})

describe.each(WRITTEN_FORMATS)('a package of %s', (format) => {
  test('has empty files and files of one byte as they are, and comes back equal', async () => {
    const ctx = contextOf(site, author)
    const displayId = `SMALL${format.toUpperCase()}`
    await storePackageProblem(ctx, smallProblem(displayId), { publish: true }, new Notes())
    const { zip } = await exportPackage(ctx, displayId, format)
    const files = await unpackZip(zip)
    const empty = [...files].filter(([path]) => /\.(?:in|out|ans)$|empty\.txt$/.test(path))
    expect(empty.filter(([, bytes]) => bytes.length > 1)).toEqual([])
    await site.prisma.problem.update({
      where: { displayId },
      data: { displayId: `OLD${format.toUpperCase()}` },
    })
    expect(await importPackage(ctx, files)).toMatchObject({ problems: [{ displayId, refusal: null }] })
    expect(smallFilesOf(await packagedProblem(ctx, displayId))).toEqual({ cases: CASES, annexes: SMALL })
  })
})

test('bytes that are read lie in memory of their own', async () => {
  const { blobs } = site.house
  for (const text of Object.values(SMALL)) {
    const bytes = await blobs.readBytes(await blobs.put(bytesOf(text)))
    expect([textOf(bytes), bytes.buffer.byteLength]).toEqual([text, text.length])
  }
})
