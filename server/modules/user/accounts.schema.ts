import { builder, PAGE_COST, pageSize, SLOW } from '../../builder.ts'
import { authorize } from '../../context.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { may } from '../../policy/viewer.ts'
import { type AccountFilter, changeAccount, createAccount, endAccount, managedAccounts } from './accounts.ts'
import { RoleEnum, UserRef } from './user.schema.ts'

const Account = builder.prismaNode('User', {
  variant: 'Account',
  id: { field: 'id' },
  description: 'An account, as administrators see it; deleted ones do not exist.',
  select: { endedAt: true },
  runScopesOnType: true,
  authScopes: ({ endedAt }, ctx) => endedAt === null && may(ctx, 'user.manage'),
  fields: (t) => ({
    user: t.variant(UserRef, { description: 'Its public fields.' }),
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    email: t.exposeString('email', { nullable: true, description: 'E-mail address; null for none.' }),
    realname: t.exposeString('realname', { nullable: true, description: 'Real name.' }),
    isBanned: t.exposeBoolean('disabled', { description: 'Whether it is disabled.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Last change.' }),
  }),
})

const FILTERS = {
  keyword: 'Part of a username, an address or a real name.',
  role: 'Only accounts with this role.',
  isBanned: 'Only disabled accounts, or only enabled ones.',
  onlyStaff: 'Only staff.',
}

type Filter = AccountFilter & { offset?: number | null }

builder.queryFields((t) => ({
  accounts: t.prismaConnection(
    {
      type: Account,
      cursor: 'id',
      nullable: true,
      description: 'All accounts, newest first; for user administrators.',
      // A keyword may scan all names, and so does the count.
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
  description: 'An account to create.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'Username, 1 to 20 characters.' }),
    password: t.string({ required: true, description: 'Password, 6 to 20 characters.' }),
    email: t.string({ description: 'E-mail address; default: none.' }),
    realname: t.string({ description: 'Real name.' }),
    role: t.field({ type: RoleEnum, description: 'Role; default USER.' }),
  }),
})

const ChangeAccountInput = builder.inputType('ChangeAccountInput', {
  description: 'Changes of an account; omitted fields stay as they are, and empty ones are cleared.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: Account, description: 'The account.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    username: t.string({ description: 'Username.' }),
    email: t.string({ description: 'E-mail address.' }),
    realname: t.string({ description: 'Real name.' }),
    password: t.string({ description: 'New password, 6 to 20 characters.' }),
    role: t.field({ type: RoleEnum, description: 'Role.' }),
    isBanned: t.boolean({ description: 'Whether it is disabled.' }),
    titleName: t.string({ description: 'Title shown beside the name.' }),
    titleColor: t.string({ description: 'CSS colour of the title.' }),
  }),
})

const EndAccountsInput = builder.inputType('EndAccountsInput', {
  description: 'Accounts to delete.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: Account, description: 'The accounts.' }),
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
    description: 'Changes an account. A new password, role or ban ends its sessions.',
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
    description: 'Deletes accounts permanently; their submissions stay, and their names are not reused.',
    refuses: ['FORBIDDEN', 'ACCOUNT_OWN', 'ACCOUNT_LAST_ROOT', 'ACCOUNT_OWNS_GROUPS'],
    args: { input: t.arg({ type: EndAccountsInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, may(ctx, 'user.manage'))
      return inBulk(ctx, ids, (_number, id) => endAccount(ctx, id))
    },
  }),
}))
