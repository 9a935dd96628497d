import { createTranslator } from '#locales/translator.ts'
import { Role } from '#prisma/generated/enums.ts'
import { builder, PAGE_COST, pageSize, SLOW } from '../../builder.ts'
import { ADMIN_PAGE_NAMES, openAdminPages } from '../../policy/admin.ts'
import { canReadAudit } from '../../policy/audit.ts'
import { canNameAuthors, canPublishProblems, canRemoveProblems } from '../../policy/problem.ts'
import { isStaff, type SignedIn } from '../../policy/viewer.ts'
import { emailOf, takenNames } from './user.ts'
import { userListing } from './userListing.ts'
import { usernameKeyOf } from './username.ts'

export const RoleEnum = builder.enumType(Role, { description: 'What an account may do.', name: 'Role' })

const AdminPage = builder.enumType('AdminPage', {
  description: 'A page of the administration.',
  values: ADMIN_PAGE_NAMES,
})

// Not guarded: what everybody may read here stands beside every submission, whatever became of the account.
export const UserRef = builder.prismaNode('User', {
  id: { field: 'id' },
  description: 'A person, as everybody sees them.',
  select: { id: true },
  fields: (t) => ({
    username: t.string({
      description: 'What addresses name them by; of an account that was ended, words that say so.',
      select: { username: true, endedAt: true },
      resolve: ({ username, endedAt }, _, ctx) =>
        endedAt ? createTranslator(ctx.locale)('ui:endedUser') : username,
    }),
    nickname: t.exposeString('nickname', { description: 'What they want to be called.', nullable: true }),
    avatar: t.exposeString('avatar', { description: 'Path of the avatar on this site.', nullable: true }),
    titleName: t.exposeString('titleName', {
      description: 'A title that the site gave them.',
      nullable: true,
    }),
    titleColor: t.exposeString('titleColor', { description: 'CSS colour of the title.', nullable: true }),
    isEnded: t.boolean({
      description: 'Whether the account was ended; what it sent is left.',
      select: { endedAt: true },
      resolve: ({ endedAt }) => endedAt !== null,
    }),
    role: t.expose('role', { description: 'What the account may do.', type: RoleEnum }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

/** Only whoever asks is ever handed out as one: no id leads to that of somebody else. */
export const ViewerRef = builder.objectRef<SignedIn>('Viewer').implement({
  description: 'Who asks, with what they alone are told.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserRef,
      description: 'What everybody sees of them.',
      resolve: (query, { id }, _, ctx) => ctx.db.user.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    email: t.string({
      nullable: true,
      description: 'Where mails go; null for accounts that have no address.',
      resolve: ({ id }, _, ctx) => emailOf(ctx, id),
    }),
    canEnterAdmin: t.boolean({
      description: 'Whether the administration is open to them.',
      resolve: (viewer) => isStaff({ viewer }),
    }),
    canReadAudit: t.boolean({
      description: 'Whether they may ask who did what.',
      resolve: (viewer) => canReadAudit({ viewer }),
    }),
    canPublishProblems: t.boolean({
      description: 'Whether they may show problems to everybody.',
      resolve: (viewer) => canPublishProblems({ viewer }),
    }),
    canNameAuthors: t.boolean({
      description: 'Whether they may say who a problem is by.',
      resolve: (viewer) => canNameAuthors({ viewer }),
    }),
    canRemoveProblems: t.boolean({
      description: 'Whether they may take problems away for good.',
      resolve: (viewer) => canRemoveProblems({ viewer }),
    }),
    adminPages: t.field({
      type: [AdminPage],
      description: 'The pages of the administration that are open to them.',
      resolve: (viewer) => openAdminPages({ viewer }),
    }),
    permissions: t.stringList({
      description: "Such as 'submission.create', 'judging.rejudge', 'admin.enter'.",
      resolve: ({ permissions }) => [...permissions],
    }),
  }),
})

const UserOrder = builder.enumType('UserOrder', {
  description: 'An order of people.',
  values: {
    USERNAME: { description: 'By username.' },
    NEWEST: { description: 'Those first who came last.' },
    OLDEST: { description: 'Those first who came first.' },
  } as const,
})

const AccountTaken = builder.objectRef<{ username: boolean; email: boolean }>('AccountTaken').implement({
  description: 'Which names are in use.',
  fields: (t) => ({
    username: t.exposeBoolean('username', { description: 'Whether the username is.' }),
    email: t.exposeBoolean('email', { description: 'Whether the address is.' }),
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
    description: 'A person by name; null when nobody has it.',
    args: {
      username: t.arg.string({ required: true, description: 'Their username, in upper or lower case.' }),
    },
    resolve: (query, _, { username }, ctx) =>
      ctx.db.user.findUnique({ ...query, where: { usernameKey: usernameKeyOf(username), endedAt: null } }),
  }),
  users: t.prismaConnection(
    {
      type: UserRef,
      cursor: 'id',
      description: 'People, in the order of their usernames unless another is asked for.',
      // Each page of a keyword may look through all names, and so does the count.
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
    description: 'Which of the two is in use already.',
    args: {
      username: t.arg.string({ description: 'A username to look for.' }),
      email: t.arg.string({ description: 'An address to look for.' }),
    },
    resolve: (_, names, ctx) => takenNames(ctx, names),
  }),
}))
