import { Role } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { ADMIN_PAGE_NAMES, openAdminPages } from '../../policy/admin.ts'
import { canSeePrivateFields } from '../../policy/user.ts'
import { isStaff } from '../../policy/viewer.ts'
import { findViewer, takenNames } from './user.ts'

const RoleEnum = builder.enumType(Role, { description: 'What an account may do.', name: 'Role' })

const AdminPage = builder.enumType('AdminPage', {
  description: 'A page of the administration.',
  values: ADMIN_PAGE_NAMES,
})

// Not guarded: what everybody may read here stands beside every submission, whatever became of the account.
const User = builder.prismaNode('User', {
  id: { field: 'id' },
  description: 'A person. Private fields are null for everybody else.',
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
    email: t.string({
      nullable: true,
      description: 'Only the person and administrators of users see it.',
      select: { id: true, email: true },
      resolve: (user, _, ctx) => (canSeePrivateFields(readerOf(ctx), user.id) ? user.email : null),
    }),
    canEnterAdmin: t.boolean({
      nullable: true,
      description: 'Only for the viewer: whether the administration is open to them.',
      select: { id: true },
      resolve: (user, _, ctx) => (ctx.viewer?.id === user.id ? isStaff(ctx) : null),
    }),
    adminPages: t.field({
      type: [AdminPage],
      nullable: true,
      description: 'Only for the viewer: the pages of the administration that are open to them.',
      select: { id: true },
      resolve: (user, _, ctx) => (ctx.viewer?.id === user.id ? openAdminPages(ctx) : null),
    }),
    permissions: t.stringList({
      nullable: true,
      description:
        "Only for the viewer: permissions such as 'submission.create', 'judging.rejudge', 'admin.enter'.",
      select: { id: true },
      resolve: (user, _, ctx) => (ctx.viewer?.id === user.id ? [...ctx.viewer.permissions] : null),
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
  viewer: t.prismaField({
    type: User,
    nullable: true,
    description: 'Null for guests.',
    resolve: (query, _, __, ctx) => findViewer(ctx, query),
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
