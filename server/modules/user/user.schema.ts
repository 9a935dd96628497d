import { createTranslator } from '#locales/translator.ts'
import { Role } from '#prisma/generated/enums.ts'
import { builder, PAGE_COST, pageSize, SLOW } from '../../builder.ts'
import { ADMIN_PAGE_NAMES, openAdminPages } from '../../policy/admin.ts'
import { canReadAudit } from '../../policy/audit.ts'
import { canConfigureBanks, canSeeBanks } from '../../policy/judging.ts'
import { canNameAuthors, canPublishProblems, canRemoveProblems } from '../../policy/problem.ts'
import { canGrantPoints } from '../../policy/shop.ts'
import { isStaff, type SignedIn } from '../../policy/viewer.ts'
import { emailOf, takenNames } from './user.ts'
import { userListing } from './userListing.ts'
import { usernameKeyOf } from './username.ts'

export const RoleEnum = builder.enumType(Role, { description: 'Role of an account.', name: 'Role' })

const AdminPage = builder.enumType('AdminPage', {
  description: 'A page of the administration.',
  values: ADMIN_PAGE_NAMES,
})

// Not guarded: these fields are public beside every submission, whatever the state of the account.
export const UserRef = builder.prismaNode('User', {
  id: { field: 'id' },
  description: 'A user, with public fields.',
  select: { id: true },
  fields: (t) => ({
    username: t.string({
      description: 'Username, as in URLs; a placeholder when the account was deleted.',
      select: { username: true, endedAt: true },
      resolve: ({ username, endedAt }, _, ctx) =>
        endedAt ? createTranslator(ctx.locale)('ui:endedUser') : username,
    }),
    nickname: t.exposeString('nickname', { description: 'Nickname.', nullable: true }),
    avatar: t.exposeString('avatar', { description: 'Path of the avatar on this site.', nullable: true }),
    titleName: t.exposeString('titleName', {
      description: 'Title given by the site.',
      nullable: true,
    }),
    titleColor: t.exposeString('titleColor', { description: 'CSS colour of the title.', nullable: true }),
    isEnded: t.boolean({
      description: 'Whether the account was deleted; its submissions stay.',
      select: { endedAt: true },
      resolve: ({ endedAt }) => endedAt !== null,
    }),
    role: t.expose('role', { description: 'Role.', type: RoleEnum }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

/** Created for the current viewer only: no id leads to another one. */
export const ViewerRef = builder.objectRef<SignedIn>('Viewer').implement({
  description: 'The viewer, with private fields.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserRef,
      description: 'Public fields.',
      resolve: (query, { id }, _, ctx) => ctx.db.user.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    email: t.string({
      nullable: true,
      description: 'E-mail address; null for none.',
      resolve: ({ id }, _, ctx) => emailOf(ctx, id),
    }),
    canEnterAdmin: t.boolean({
      description: 'Whether they may enter the administration.',
      resolve: (viewer) => isStaff({ viewer }),
    }),
    canReadAudit: t.boolean({
      description: 'Whether they may read the audit.',
      resolve: (viewer) => canReadAudit({ viewer }),
    }),
    canPublishProblems: t.boolean({
      description: 'Whether they may publish problems.',
      resolve: (viewer) => canPublishProblems({ viewer }),
    }),
    canNameAuthors: t.boolean({
      description: 'Whether they may set the author of a problem.',
      resolve: (viewer) => canNameAuthors({ viewer }),
    }),
    canGrantPoints: t.boolean({
      description: 'Whether they may grant points.',
      resolve: (viewer) => canGrantPoints({ viewer }),
    }),
    canConfigureBanks: t.boolean({
      description: 'Whether they keep the accounts at other judges.',
      resolve: (viewer) => canConfigureBanks({ viewer }),
    }),
    canSeeBanks: t.boolean({
      description: 'Whether they may import problems of other judges.',
      resolve: (viewer) => canSeeBanks({ viewer }),
    }),
    canRemoveProblems: t.boolean({
      description: 'Whether they may delete problems permanently.',
      resolve: (viewer) => canRemoveProblems({ viewer }),
    }),
    adminPages: t.field({
      type: [AdminPage],
      description: 'Pages of the administration that they may open.',
      resolve: (viewer) => openAdminPages({ viewer }),
    }),
    permissions: t.stringList({
      description: "Permissions, such as 'submission.create', 'judging.rejudge', 'admin.enter'.",
      resolve: ({ permissions }) => [...permissions],
    }),
  }),
})

const UserOrder = builder.enumType('UserOrder', {
  description: 'Order of users.',
  values: {
    USERNAME: { description: 'By username.' },
    NEWEST: { description: 'Newest first.' },
    OLDEST: { description: 'Oldest first.' },
  } as const,
})

const AccountTaken = builder.objectRef<{ username: boolean; email: boolean }>('AccountTaken').implement({
  description: 'Which names are taken.',
  fields: (t) => ({
    username: t.exposeBoolean('username', { description: 'Whether the username is taken.' }),
    email: t.exposeBoolean('email', { description: 'Whether the address is taken.' }),
  }),
})

builder.queryFields((t) => ({
  viewer: t.field({
    type: ViewerRef,
    nullable: true,
    description: 'Null for guests.',
    resolve: (_, __, { viewer }) => viewer,
  }),
  user: t.prismaField({
    type: UserRef,
    nullable: true,
    description: 'A user by username; null when there is none.',
    args: {
      username: t.arg.string({ required: true, description: 'Username, case-insensitive.' }),
    },
    resolve: (query, _, { username }, ctx) =>
      ctx.db.user.findUnique({ ...query, where: { usernameKey: usernameKeyOf(username), endedAt: null } }),
  }),
  users: t.prismaConnection(
    {
      type: UserRef,
      cursor: 'id',
      description: 'Users, by username unless `orderBy` is given.',
      // Each page of a keyword may scan all names, and so does the count.
      complexity: ({ keyword, first, last }) => ({
        field: keyword?.trim() ? SLOW.field : PAGE_COST,
        multiplier: pageSize(first ?? last),
      }),
      args: {
        keyword: t.arg.string({ description: 'Part of a username or nickname.' }),
        orderBy: t.arg({ type: UserOrder, description: 'Order.' }),
        offset: t.arg.int(),
      },
      totalCount: (_, { keyword }, ctx) =>
        ctx.db.user.count({ where: userListing(keyword ?? undefined).where }),
      resolve: (query, _, { keyword, orderBy, offset }, ctx) =>
        ctx.db.user.findMany({
          ...query,
          ...userListing(keyword ?? undefined, orderBy ?? undefined),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'UserConnection' },
    { name: 'UserEdge' },
  ),
  accountTaken: t.field({
    type: AccountTaken,
    description: 'Checks whether a username and an address are taken.',
    args: {
      username: t.arg.string({ description: 'Username to check.' }),
      email: t.arg.string({ description: 'Address to check.' }),
    },
    resolve: (_, names, ctx) => takenNames(ctx, names),
  }),
}))
