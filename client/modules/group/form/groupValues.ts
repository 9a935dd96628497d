/** Values of the form of a group, and the fields that a save sends. Pure. */
import type { GroupFieldsInput } from '../../../__generated__/CreateGroupDialogMutation.graphql.ts'
import { isSame } from '../../../ui/form/paths.ts'
import type { GroupAccess } from '../GroupAccessMark.tsx'

export const ACCESSES = ['PUBLIC', 'APPLICATION', 'CODE'] as const satisfies GroupAccess[]

/** Characters of a code. */
export const CODE_LENGTH = 6

/** Fewest and most characters of each text. */
export const LENGTHS = {
  name: { least: 5, most: 25 },
  shortName: { least: 5, most: 10 },
  brief: { least: 5, most: 50 },
  description: { least: 5, most: 1000 },
} as const

export type GroupValues = {
  name: string
  shortName: string
  brief: string
  access: GroupAccess
  /** Empty for a public group. */
  code: string
  isVisible: boolean
  /** Closed by a super administrator. */
  isDisabled: boolean
  /** Markdown. */
  description: string
}

export const NEW_GROUP_VALUES: GroupValues = {
  name: '',
  shortName: '',
  brief: '',
  access: 'PUBLIC',
  code: '',
  isVisible: true,
  isDisabled: false,
  description: '',
}

/** One line with single spaces, as the server keeps it. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** Values as the server returns them after a save, so that its answer is not taken for another editor's change. */
export const tidy = (values: GroupValues): GroupValues => ({
  ...values,
  name: oneLine(values.name),
  shortName: oneLine(values.shortName),
  brief: oneLine(values.brief),
  description: values.description.trim(),
  code: values.access === 'PUBLIC' ? '' : values.code,
})

/** All fields of tidy values but `isDisabled`, which belongs to super administrators. */
export const allFields = ({ code, isDisabled: _, ...values }: GroupValues): GroupFieldsInput => ({
  ...values,
  code: code || null,
})

/** Fields of tidy values that differ from `base`. */
export const changedFields = (values: GroupValues, base: GroupValues): GroupFieldsInput =>
  Object.fromEntries(
    Object.entries({ ...allFields(values), isDisabled: values.isDisabled }).filter(
      ([field]) => !isSame(values[field as keyof GroupValues], base[field as keyof GroupValues]),
    ),
  )

/** Letters and digits that are not taken for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A code that nobody guesses. */
export const randomCode = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(CODE_LENGTH)),
    (byte) => LETTERS[byte % LETTERS.length],
  ).join('')
