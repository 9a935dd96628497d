import { Role } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { ADMIN_PAGE_NAMES, openAdminPages } from '../../policy/admin.ts'
import { canReadAudit } from '../../policy/audit.ts'
import { isStaff, type SignedIn } from '../../policy/viewer.ts'
import { emailOf, takenNames } from './user.ts'

const RoleEnum = builder.enumType(Role, { description: 'What an account may do.', name: 'Role' })

const AdminPage = builder.enumType('AdminPage', {
  description: 'A page of the administration.',
  values: ADMIN_PAGE_NAMES,
})

// Not guarded: what everybody may read here stands beside every submission, whatever became of the account.
const User = builder.prismaNode('User', {
  id: { field: 'id' },
  description: 'A person, as everybody sees them.',
  select: { id: true },
  fields: (t) => ({
    username: t.exposeString('username', { description: 'What addresses name them by.' }),
    nickname: t.exposeString('nickname', { description: 'What they want to be called.', nullable: true }),
    avatar: t.exposeString('avatar', { description: 'Path of a picture on this site.', nullable: true }),
    titleName: t.exposeString('titleName', {
      description: 'A title that the site gave them.',
      nullable: true,
    }),
    titleColor: t.exposeString('titleColor', { description: 'CSS colour of the title.', nullable: true }),
    role: t.expose('role', { description: 'What the account may do.', type: RoleEnum }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

/** Only whoever asks is ever handed out as one: no id leads to that of somebody else. */
export const ViewerRef = builder.objectRef<SignedIn>('Viewer').implement({
  description: 'Who asks, with what they alone are told.',
  fields: (t) => ({
    user: t.prismaField({
      type: User,
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
