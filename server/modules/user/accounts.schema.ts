import { builder, PAGE_COST, pageSize, SLOW } from '../../builder.ts'
import { authorize } from '../../context.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { may } from '../../policy/viewer.ts'
import { type AccountFilter, changeAccount, createAccount, endAccount, managedAccounts } from './accounts.ts'
import { RoleEnum, UserRef } from './user.schema.ts'

const Account = builder.prismaNode('User', {
  variant: 'Account',
  id: { field: 'id' },
  description: 'An account, as administrators see it. One that has ended is gone.',
  select: { endedAt: true },
  runScopesOnType: true,
  authScopes: ({ endedAt }, ctx) => endedAt === null && may(ctx, 'user.manage'),
  fields: (t) => ({
    user: t.variant(UserRef, { description: 'What everybody sees of it.' }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    email: t.exposeString('email', { nullable: true, description: 'Where mails go; null for none.' }),
    realname: t.exposeString('realname', { nullable: true, description: 'The real name.' }),
    isBanned: t.exposeBoolean('disabled', { description: 'Whether nobody can log in to it.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
})

const FILTERS = {
  keyword: 'Part of a username, an address or a real name.',
  role: 'Only those with this role.',
  isBanned: 'Only those that are banned, or only those that are not.',
  onlyStaff: 'Only those that may enter the administration.',
}

type Filter = AccountFilter & { offset?: number | null }

builder.queryFields((t) => ({
  accounts: t.prismaConnection(
    {
      type: Account,
      cursor: 'id',
      nullable: true,
      description: 'All accounts, the newest first; for administrators of users.',
      // A keyword may look through all names, and so does the count.
      complexity: ({ keyword, first, last }) => ({
        field: keyword?.trim() ? SLOW.field : PAGE_COST,
        multiplier: pageSize(first ?? last),
      }),
      args: {
        keyword: t.arg.string({ description: FILTERS.keyword }),
        role: t.arg({ type: RoleEnum, description: FILTERS.role }),
        isBanned: t.arg.boolean({ description: FILTERS.isBanned }),
        onlyStaff: t.arg.boolean({ description: FILTERS.onlyStaff }),
        offset: t.arg.int({ description: 'Number of entries to skip.' }),
      },
      totalCount: (_, filter: Filter, ctx) =>
        ctx.db.user.count({ where: managedAccounts(ctx, filter).where }),
      resolve: (query, _, { offset, ...filter }, ctx) =>
        ctx.db.user.findMany({
          ...query,
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
          ...managedAccounts(ctx, filter),
        }),
    },
    { name: 'AccountConnection' },
    { name: 'AccountEdge' },
  ),
}))

const CreateAccountInput = builder.inputType('CreateAccountInput', {
  description: 'A new account.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'Its name, of 1 to 20 characters.' }),
    password: t.string({ required: true, description: 'Its password, of 6 to 20 characters.' }),
    email: t.string({ description: 'Where mails go; none when it is left out.' }),
    realname: t.string({ description: 'The real name.' }),
    role: t.field({ type: RoleEnum, description: 'What it may do; USER when it is left out.' }),
  }),
})

const ChangeAccountInput = builder.inputType('ChangeAccountInput', {
  description: 'Fields that are left out stay as they are; empty ones are taken away.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: Account, description: 'The account.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    username: t.string({ description: 'Another name.' }),
    email: t.string({ description: 'Another address.' }),
    realname: t.string({ description: 'The real name.' }),
    password: t.string({ description: 'A new password, of 6 to 20 characters.' }),
    role: t.field({ type: RoleEnum, description: 'What it may do.' }),
    isBanned: t.boolean({ description: 'Whether nobody can log in to it.' }),
    titleName: t.string({ description: 'A title that stands beside the name.' }),
    titleColor: t.string({ description: 'CSS colour of the title.' }),
  }),
})

const EndAccountsInput = builder.inputType('EndAccountsInput', {
  description: 'Some accounts.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: Account, description: 'The accounts that end.' }),
  }),
})

builder.mutationFields((t) => ({
  createAccount: t.prismaField({
    type: Account,
    complexity: SLOW,
    description: 'Creates an account for somebody else.',
    refuses: [
      'FORBIDDEN',
      'USERNAME_INVALID',
      'USERNAME_TAKEN',
      'USERNAME_ALIKE',
      'EMAIL_INVALID',
      'EMAIL_TAKEN',
      'PASSWORD_LENGTH',
    ],
    args: { input: t.arg({ type: CreateAccountInput, required: true }) },
    resolve: (_query, _, { input: { username, password, ...others } }, ctx) =>
      createAccount(ctx, {
        username,
        password,
        email: others.email ?? undefined,
        realname: others.realname ?? undefined,
        role: others.role ?? undefined,
      }),
  }),
  changeAccount: t.prismaField({
    type: Account,
    complexity: SLOW,
    description: 'Changes an account. Another password, role or ban ends its logins.',
    refuses: [
      'FORBIDDEN',
      'CONFLICT',
      'USERNAME_INVALID',
      'USERNAME_TAKEN',
      'USERNAME_ALIKE',
      'EMAIL_INVALID',
      'EMAIL_TAKEN',
      'PASSWORD_LENGTH',
      'ACCOUNT_OWN',
      'ACCOUNT_LAST_ROOT',
    ],
    args: { input: t.arg({ type: ChangeAccountInput, required: true }) },
    resolve: (_query, _, { input: { id, version, ...input } }, ctx) =>
      changeAccount(
        ctx,
        id.id,
        {
          username: input.username ?? undefined,
          email: input.email ?? undefined,
          realname: input.realname ?? undefined,
          password: input.password ?? undefined,
          role: input.role ?? undefined,
          disabled: input.isBanned ?? undefined,
          titleName: input.titleName ?? undefined,
          titleColor: input.titleColor ?? undefined,
        },
        version,
      ),
  }),
  endAccounts: t.field({
    type: BulkType,
    description: 'Ends accounts for good; what they sent stays, and their names are not given away again.',
    refuses: ['FORBIDDEN', 'ACCOUNT_OWN', 'ACCOUNT_LAST_ROOT'],
    args: { input: t.arg({ type: EndAccountsInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, may(ctx, 'user.manage'))
      return inBulk(ctx, ids, (_number, id) => endAccount(ctx, id))
    },
  }),
}))
