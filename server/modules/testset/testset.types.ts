import { builder } from '../../builder.ts'
import { TEST_NOTES, type TestNote } from './cleaning.ts'
import type { StoredTest } from './testset.ts'
import { headOf, type TestHead } from './versions.ts'

const NoteEnum = builder.enumType('TestNote', {
  description: 'Finding in a test file.',
  values: {
    LINE_ENDS: { description: 'It had line ends of Windows or old Macs; converted to Unix.' },
    BYTE_ORDER_MARK: { description: 'It had a byte order mark; removed.' },
    UTF16: { description: 'It was UTF-16; converted to UTF-8.' },
    NOT_UTF8: { description: 'It is not UTF-8 text; unchanged.' },
    EMPTY: { description: 'It is empty.' },
  } satisfies Record<TestNote, object>,
})
const isNote = (note: string): note is TestNote => (TEST_NOTES as readonly string[]).includes(note)

const HeadType = builder.objectRef<TestHead>('TestHead').implement({
  description: 'Beginning of a test file.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'At most 2 KiB of it.' }),
    isWhole: t.exposeBoolean('isWhole', { description: 'Whether this is the whole file.' }),
  }),
})

export const FileType = builder.objectRef<StoredTest & { notes?: string[] }>('TestFile').implement({
  description: 'A file of a case.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    bytes: t.exposeInt('size', { description: 'Size.' }),
    head: t.field({
      type: HeadType,
      description: 'Beginning.',
      complexity: 20,
      resolve: (file, _, ctx) => headOf(ctx, file),
    }),
    notes: t.field({
      type: [NoteEnum],
      description: 'Findings of its upload.',
      resolve: ({ notes }) => (notes ?? []).filter(isNote),
    }),
  }),
})
