import { z } from 'zod'
import type { User } from '#prisma/generated/client.ts'
import type { Role } from '#prisma/generated/enums.ts'
import { Refusal } from '../../core/errors.ts'
import {
  code,
  flag,
  optionalText,
  pageOf,
  paging,
  requiredList,
  requiredNumber,
  requiredText,
  STRINGS,
  text,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asPage, codeIn, date, meaningOf, page } from '../../doors/rest/shapes.ts'
import { changeAccount, endAccounts, managedAccounts } from './accounts.ts'
import { REST_ROLES, ROLE_CODE } from './restCodes.ts'
import { asUserInfo, restUserInfo } from './restShapes.ts'

const restAccount = restUserInfo
  .omit({ roleList: true })
  .extend({
    password: z.null(),
    status: z.literal([0, 1]).describe('1 when it is disabled.'),
    gmtCreate: date,
    gmtModified: date,
    roles: z
      .array(
        z.object({
          id: codeIn(ROLE_CODE),
          role: z.literal(Object.keys(ROLE_CODE)),
          description: z.string(),
          status: z.literal(0),
          gmtCreate: date.nullable(),
          gmtModified: date.nullable(),
        }),
      )
      .describe('Its role, as the only element.'),
  })
  .meta({ id: 'UserRoles', description: 'An account as administrators see it.' })

function asAccount(user: User) {
  const { roleList: _, ...info } = asUserInfo(user)
  const { id, name } = REST_ROLES[user.role]
  return {
    ...info,
    password: null,
    status: user.disabled ? (1 as const) : (0 as const),
    gmtCreate: asDate(user.createdAt),
    gmtModified: asDate(user.updatedAt),
    roles: [{ id, role: name, description: name, status: 0 as const, gmtCreate: null, gmtModified: null }],
  }
}

function roleOf(number: number): Role {
  const found = Object.entries(REST_ROLES).find(([, { id }]) => id === number)
  if (!found) throw new Refusal('INVALID_INPUT', { fields: { type: { code: 'NOT_OFFERED' } } })
  return found[0] as Role
}

router.get(
  '/api/admin/user/get-user-list',
  'user.manage',
  {
    summary: 'All accounts, newest first.',
    query: {
      ...paging(10),
      onlyAdmin: flag().describe('Only staff.'),
      keyword: text().describe('Part of a username, an address or a real name.'),
    },
    answer: page(restAccount),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const { where, orderBy } = managedAccounts(ctx, { keyword: query.keyword, onlyStaff: query.onlyAdmin })
    const [users, total] = await Promise.all([
      ctx.db.user.findMany({ where, orderBy, skip: wanted.offset, take: wanted.limit }),
      ctx.db.user.count({ where }),
    ])
    return asPage(users.map(asAccount), total, wanted)
  },
)

router.put(
  '/api/admin/user/edit-user',
  'user.manage',
  {
    summary: 'Changes an account; a new password, role or ban ends its sessions.',
    body: {
      uid: requiredText().describe('Uid of the account.'),
      username: requiredText().describe('Its name.'),
      realname: text().describe('Real name.'),
      email: text().describe('E-mail address.'),
      setNewPwd: flag().describe('Whether to set a new password.'),
      password: optionalText().describe('New password.'),
      type: requiredNumber(ROLE_CODE).describe(`Role: ${meaningOf(ROLE_CODE)}.`),
      status: code(0, { OPEN: 0, BANNED: 1 }).describe('1: disabled.'),
      titleName: text().describe('Title shown beside the name.'),
      titleColor: text().describe('CSS colour of the title.'),
    },
  },
  async (ctx, { body: { uid, setNewPwd, password, type, status, ...texts } }) => {
    await changeAccount(ctx, uid, {
      ...texts,
      role: roleOf(type),
      disabled: status === 1,
      ...(setNewPwd ? { password: password ?? '' } : {}),
    })
  },
)

router.delete(
  '/api/admin/user/delete-user',
  'user.manage',
  {
    summary: 'Deletes accounts permanently, all or none; their submissions stay.',
    body: { ids: requiredList(STRINGS).describe('Uids of the accounts.') },
  },
  (ctx, { body: { ids } }) => endAccounts(ctx, ids.map(String)),
)
