import { z } from 'zod'
import { createTranslator } from '#locales/translator.ts'
import type { Context } from '../../context.ts'
import {
  flag,
  optionalFlag,
  optionalNumber,
  optionalText,
  pageOf,
  paging,
  requiredNumber,
  text,
} from '../../doors/rest/coercers.ts'
import { namingFirstFault } from '../../doors/rest/firstFault.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, page } from '../../doors/rest/shapes.ts'
import { mayEnter } from '../../venue.ts'
import { FILE_BOUNDS } from '../file/file.ts'
import { disbandGroup } from './disbanding.ts'
import { countMembers, findGroup, GROUP, groupListing, ownStanding } from './group.ts'
import {
  ACCESS_CODE,
  accessOf,
  asGroup,
  asGroupRow,
  restGroup,
  restGroupRow,
  STANDING_CODE,
  WITH_OWNER,
} from './restShapes.ts'
import { changeGroupAvatar, createGroup, type GroupPatch, updateGroup } from './saving.ts'

const gid = requiredNumber().describe('Number of the group.')

router.get(
  '/api/get-group-list',
  'anyone',
  {
    summary: "Visible groups and the caller's own, newest first.",
    query: {
      ...paging(10),
      keyword: text().describe('Part of the name or short name.'),
      auth: optionalNumber(ACCESS_CODE).describe('How users join.'),
      onlyMine: flag().describe('Only groups that the caller is in.'),
    },
    answer: page(restGroupRow),
  },
  async (ctx, { query }) => {
    const { keyword, auth, onlyMine } = query
    const { where, orderBy } = groupListing(ctx, { keyword, access: accessOf(auth), isMine: onlyMine })
    const wanted = pageOf(query)
    const [rows, total] = await Promise.all([
      ctx.db.group.findMany({ where, orderBy, skip: wanted.offset, take: wanted.limit, ...WITH_OWNER }),
      ctx.db.group.count({ where }),
    ])
    const counts = await Promise.all(rows.map(({ id }) => countMembers(ctx, id)))
    return asPage(
      rows.map((row, at) => asGroupRow(row, counts[at] ?? 0)),
      total,
      wanted,
    )
  },
)

router.get(
  '/api/get-group-detail',
  'login',
  { summary: 'A group.', query: { gid }, answer: restGroup },
  async (ctx, { query }) => {
    const { id } = await findGroup(ctx, query.gid)
    return asGroup(ctx, await ctx.db.group.findUniqueOrThrow({ where: { id }, ...WITH_OWNER }))
  },
)

router.get(
  '/api/get-group-access',
  'login',
  {
    summary: 'Whether the caller may see what is in a group.',
    query: { gid },
    answer: z.object({ access: z.boolean() }),
  },
  async (ctx, { query }) => {
    const { id } = await findGroup(ctx, query.gid)
    return { access: await mayEnter(ctx, GROUP, id, 'look') }
  },
)

router.get(
  '/api/get-group-auth',
  'login',
  {
    summary: 'Standing of the caller in a group: 0 none, 1 applied, 2 refused, 3 member, 4 admin, 5 root.',
    query: { gid },
    answer: z.int().min(0).max(5),
  },
  async (ctx, { query }) => {
    const standing = await ownStanding(ctx, await findGroup(ctx, query.gid))
    return standing ? STANDING_CODE[standing] : 0
  },
)

const settings = {
  name: optionalText().describe('Name, 5 to 25 characters.'),
  shortName: optionalText().describe('Short name, 5 to 10 characters.'),
  brief: optionalText().describe('One line about it, 5 to 50 characters.'),
  description: optionalText().describe('Markdown, 5 to 1,000 characters.'),
  auth: optionalNumber(ACCESS_CODE).describe('How users join.'),
  code: optionalText().describe('Code of a group that takes applications: 6 characters.'),
  visible: optionalFlag().describe('Whether others than its members see it.'),
}

type Settings = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]> }

const FIELDS = ['name', 'shortName', 'brief', 'access', 'code', 'description'] as const

/** The first wrong field is named, in the order of the form (area-rules G1). */
const naming = <Answer>(ctx: Context, save: () => Promise<Answer>): Promise<Answer> => {
  const t = createTranslator(ctx.locale)
  return namingFirstFault(
    FIELDS.map((field) => [field, t(`group:field.${field}`)] as const),
    save,
  )
}

/** Given settings; empty ones stay as they are. */
const patchOf = ({ auth, ...given }: Settings): GroupPatch => ({
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== '')),
  ...(auth === null ? {} : { access: accessOf(auth) ?? ('' as never) }),
})

router.post(
  '/api/group',
  'group.create',
  { summary: 'Creates a group that the caller owns.', body: settings },
  async (ctx, { body }) => {
    // Without a known number it is refused: it would be open to everybody.
    const given = { ...patchOf(body), access: accessOf(body.auth) ?? ('' as never) }
    await naming(ctx, () => createGroup(ctx, given))
  },
)

router.put(
  '/api/group',
  'login',
  {
    summary: 'Changes the settings of a group; empty ones stay as they are.',
    body: { id: requiredNumber().describe('Number of the group.'), ...settings },
  },
  async (ctx, { body: { id, ...given } }) => {
    await naming(ctx, () => updateGroup(ctx, id, patchOf(given)))
  },
)

router.delete(
  '/api/group',
  'group.delete',
  {
    summary: 'Disbands a group: it and what it owns leave sight; submissions stay.',
    query: { gid },
  },
  async (ctx, { query }) => {
    await disbandGroup(ctx, query.gid)
  },
)

router.upload(
  '/api/file/upload-group-avatar',
  'login',
  {
    summary: 'Uploads the avatar of a group.',
    query: { gid: optionalNumber().describe('Number of the group.') },
    body: { gid: optionalNumber().describe('Number of the group, before the file.') },
    file: { field: 'image', maxBytes: FILE_BOUNDS.AVATAR.maxBytes },
    answer: restGroup,
  },
  async (ctx, { file, query, body }) => {
    const { id } = await changeGroupAvatar(ctx, query.gid ?? body.gid ?? 0, file)
    return asGroup(ctx, await ctx.db.group.findUniqueOrThrow({ where: { id }, ...WITH_OWNER }))
  },
)
