import { builder } from '../../builder.ts'
import { TEST_NOTES, type TestNote } from './cleaning.ts'
import type { StoredTest } from './testset.ts'
import { headOf, type TestHead } from './versions.ts'

const NoteEnum = builder.enumType('TestNote', {
  description: 'What was found in a file of tests.',
  values: {
    LINE_ENDS: { description: 'Its line ends were those of Windows or old Macs, and are those of Unix now.' },
    BYTE_ORDER_MARK: { description: 'It began with a byte order mark, which was taken away.' },
    UTF16: { description: 'It was text in UTF-16, and is in UTF-8 now.' },
    NOT_UTF8: { description: 'It is no text in UTF-8; it is kept as it is.' },
    EMPTY: { description: 'It has no byte.' },
  } satisfies Record<TestNote, object>,
})
const isNote = (note: string): note is TestNote => (TEST_NOTES as readonly string[]).includes(note)

const HeadType = builder.objectRef<TestHead>('TestHead').implement({
  description: 'The beginning of a file of tests.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'At most 2 KiB of it.' }),
    isWhole: t.exposeBoolean('isWhole', { description: 'Whether this is the whole file.' }),
  }),
})

export const FileType = builder.objectRef<StoredTest & { notes?: string[] }>('TestFile').implement({
  description: 'One side of a case.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    bytes: t.exposeInt('size', { description: 'Its size.' }),
    head: t.field({
      type: HeadType,
      description: 'Its beginning.',
      complexity: 20,
      resolve: (file, _, ctx) => headOf(ctx, file),
    }),
    notes: t.field({
      type: [NoteEnum],
      description: 'What was found in it as it was uploaded.',
      resolve: ({ notes }) => (notes ?? []).filter(isNote),
    }),
  }),
})
