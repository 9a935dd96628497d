import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Upload } from '../../../core/blobs.ts'
import { Refusal } from '../../../core/errors.ts'
import { say, sayFields } from '../../../doors/asking.ts'
import { requiredList, requiredNumber, requiredText, STRINGS, text } from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { decodeText } from '../../../shared/decodeText.ts'
import { works } from '../../../works.ts'
import { findResult, whenOver } from '../../operation/operation.ts'
import { fileOfResult } from '../../operation/restResult.ts'
import { addAccounts, checkAccounts, generateAccounts, importAccounts } from './accountDrafts.ts'
import { rowOf } from './accountRows.ts'
import type { ListFile } from './contestTeams.ts'

/** Size limit for ten thousand rows of the longest texts; accounts, teams, organizations and groups of a contest. */
const LISTS = { field: 'file', maxBytes: 8 * 2 ** 20, most: 4 }

const textsOf = (files: readonly Upload[]): Promise<ListFile[]> =>
  Promise.all(files.map(async ({ name, content }) => ({ name, text: decodeText(await buffer(content)) })))

/** Rows and errors shown in a preview; others are counted. */
const SHOWN = { rows: 100, faults: 500 }

const restDraft = z.object({
  username: z.string(),
  email: z.string().nullable(),
  realname: z.string().nullable(),
  gender: z.enum(['male', 'female', 'secrecy']),
  nickname: z.string().nullable(),
  school: z.string().nullable(),
})

router.upload(
  '/api/admin/user/check-csv',
  'user.manage',
  {
    summary:
      'Preview of an import of accounts, with teams and schools: accounts and errors; creates nothing.',
    file: LISTS,
    answer: z.object({
      total: z.int().describe('Number of rows.'),
      faultCount: z.int().describe('Number of rows with errors.'),
      spareTeams: z.int().describe('Number of listed teams without an account.'),
      rows: z.array(restDraft).describe('The first accounts, without their passwords.'),
      faults: z
        .array(
          z.object({
            line: z.int().describe('Line of the file, from 1.'),
            username: z.string(),
            field: z.string().nullable().describe('Column of the error.'),
            message: z.string(),
          }),
        )
        .describe('The first rows with errors, in order.'),
    }),
  },
  async (ctx, { files }) => {
    const { rows, accounts, faults, spareTeams } = await checkAccounts(ctx, await textsOf(files))
    const sound = accounts.filter((account) => account !== null).slice(0, SHOWN.rows)
    return {
      total: rows.length,
      faultCount: faults.length,
      spareTeams,
      rows: sound.map(({ username, email, realname, gender, nickname, school }) => ({
        username,
        email,
        realname,
        nickname,
        school,
        gender: gender as 'male' | 'female' | 'secrecy',
      })),
      faults: faults.slice(0, SHOWN.faults).map(({ line, username, refusal }) => ({
        line,
        username,
        field: typeof refusal.parameters.field === 'string' ? refusal.parameters.field : null,
        message: wordsOf(ctx, refusal),
      })),
    }
  },
)

/** Text of a row's error: that of its field, if there is one. */
const wordsOf = ({ locale }: Context, refusal: Refusal): string =>
  Object.values(sayFields(locale, refusal).fields ?? {})[0] ?? say(locale, refusal)

router.upload(
  '/api/admin/user/import-csv',
  'user.manage',
  {
    summary: 'Starts to create the accounts of a list, all or none.',
    file: LISTS,
    answer: z.object({ operation: z.int().describe('Number of the operation.') }),
  },
  async (ctx, { files }) => ({ operation: (await importAccounts(ctx, await textsOf(files))).id }),
)

/** Cells of a row; values that are neither text nor number are empty. */
const cellsOf = (row: unknown): string[] =>
  (Array.isArray(row) ? row.slice(0, 7) : []).map((cell) =>
    typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '',
  )

router.post(
  '/api/admin/user/insert-batch-user',
  'user.manage',
  {
    summary: 'Creates accounts of valid rows, and returns the names of the others; answers when they exist.',
    body: {
      users: requiredList({ type: 'array', items: STRINGS }).describe(
        'Rows of username, password, e-mail, real name, gender, nickname and school.',
      ),
    },
  },
  async (ctx, { body: { users } }) => {
    const { operation, made, failed } = await addAccounts(
      ctx,
      users.map((row) => rowOf(cellsOf(row))),
    )
    if (operation) await whenOver(ctx, operation.id)
    if (failed.length > 0) {
      const names = failed.map((name) => name || '?').join(', ')
      throw new Refusal('ACCOUNTS_PARTLY', { done: made, failed: failed.length, names })
    }
  },
)

router.post(
  '/api/admin/user/generate-user',
  'user.manage',
  {
    summary: 'Creates a series of accounts, all or none; answers when they exist.',
    body: {
      prefix: text().describe('Prefix.'),
      suffix: text().describe('Suffix.'),
      number_from: requiredNumber().describe('First number.'),
      number_to: requiredNumber().describe('Last number.'),
      password_length: requiredNumber().describe('Password length, 6 to 25 characters.'),
    },
    answer: z.object({ key: z.string().describe('Key for downloading names and passwords.') }),
  },
  async (ctx, { body }) => {
    const { prefix, suffix, number_from: from, number_to: to, password_length: passwordLength } = body
    const { id } = await generateAccounts(ctx, { prefix, suffix, from, to, passwordLength })
    await whenOver(ctx, id)
    return { key: String(id) }
  },
)

router.download(
  '/api/file/generate-user-excel',
  'user.manage',
  {
    summary: 'Names and passwords of accounts that the caller generated, for half an hour.',
    query: { key: requiredText().describe('Key that generate-user returned.') },
  },
  async (ctx, { query: { key } }) => {
    const file = fileOfResult(ctx, await findResult(ctx, works, Number(key), 'USER_GENERATION'))
    return { ...file, mediaType: 'application/xlsx' }
  },
)
