import { encodeGlobalID } from '@pothos/plugin-relay'
import { builder, OPEN, SLOW } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../policy/viewer.ts'
import { type Login, login, loginAsStaff } from './login.ts'
import { isCurrent, logout, revokeSession, sessionsOf } from './session.ts'

const Session = builder.prismaNode('Session', {
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['session', row.id] }),
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    ip: t.exposeString('ip'),
    userAgent: t.exposeString('userAgent'),
    current: t.boolean({ select: { id: true }, resolve: (session, _, ctx) => isCurrent(ctx, session) }),
  }),
})

builder.prismaObjectFields('User', (t) => ({
  sessions: t.prismaField({
    type: [Session],
    nullable: true,
    description: 'Only for the viewer: devices signed in.',
    select: { id: true },
    resolve: (query, user, _, ctx) => sessionsOf(ctx, user.id, query),
  }),
}))

const LoginInput = builder.inputType('LoginInput', {
  fields: (t) => ({ username: t.string({ required: true }), password: t.string({ required: true }) }),
})

const LoginAsStaffInput = builder.inputType('LoginAsStaffInput', {
  description: 'Who wants to enter the administration.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'As it was registered.' }),
    password: t.string({ required: true, description: 'Of the account.' }),
  }),
})

const LoginPayload = builder.objectRef<Login>('LoginPayload').implement({
  fields: (t) => ({
    token: t.exposeString('token'),
    viewer: t.prismaField({
      type: 'User',
      resolve: (query, { user }, _, ctx) =>
        ctx.db.user.findUniqueOrThrow({ ...query, where: { id: user.id } }),
    }),
  }),
})

/** Whoever has just signed in asks for the rest of the answer as themselves. */
function becomeViewer(ctx: Context, { user, sessionId }: Login): void {
  ctx.viewer = viewerOf(user)
  ctx.sessionId = sessionId
}

builder.mutationFields((t) => ({
  login: t.field({
    extensions: OPEN,
    complexity: SLOW,
    type: LoginPayload,
    args: { input: t.arg({ type: LoginInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const opened = await login(ctx, input)
      becomeViewer(ctx, opened)
      return opened
    },
  }),
  loginAsStaff: t.field({
    description: 'The login of the administration, for those who may enter it.',
    extensions: { ...OPEN, refuses: ['WRONG_CREDENTIALS', 'ACCOUNT_DISABLED', 'LOCKED_OUT', 'FORBIDDEN'] },
    complexity: SLOW,
    type: LoginPayload,
    args: { input: t.arg({ type: LoginAsStaffInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const opened = await loginAsStaff(ctx, input)
      becomeViewer(ctx, opened)
      return opened
    },
  }),
  logout: t.boolean({
    resolve: async (_, __, ctx) => {
      await logout(ctx)
      return true
    },
  }),
  revokeSession: t.id({
    description: 'Ends a login of another device; answers its id.',
    args: { id: t.arg.globalID({ required: true, for: [Session] }) },
    resolve: async (_, { id }, ctx) => {
      await revokeSession(ctx, Number(id.id))
      return encodeGlobalID('Session', id.id)
    },
  }),
}))
