import { builder, OPEN, SLOW } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { viewerIn } from '../../memberships.ts'
import type { SignedIn } from '../../policy/viewer.ts'
import { type Login, login, loginAsStaff } from './login.ts'
import { isCurrent, logout, ownSessions, revokeSession } from './session.ts'
import { ViewerRef } from './user.schema.ts'

const Session = builder.prismaNode('Session', {
  description: 'A device that is logged in.',
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['session', row.id] }),
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { description: 'When it is over unless it is used.', type: 'DateTime' }),
    ip: t.exposeString('ip', { description: 'Address it logged in from.' }),
    userAgent: t.exposeString('userAgent', { description: 'What its browser calls itself.' }),
    current: t.boolean({
      description: 'Whether it is the one that asks.',
      select: { id: true },
      resolve: (session, _, ctx) => isCurrent(ctx, session),
    }),
  }),
})

builder.objectFields(ViewerRef, (t) => ({
  sessions: t.prismaField({
    type: [Session],
    seen: 'Everybody sees their own devices.',
    description: 'Devices they are signed in on, the latest login first.',
    resolve: (query, _, __, ctx) => ownSessions(ctx, query),
  }),
}))

type Ended = { sessionId: number; viewer: SignedIn | null }

const EndedSession = builder.objectRef<Ended>('EndedSession').implement({
  description: 'A login that is over.',
  fields: (t) => ({
    sessionId: t.globalID({
      description: 'The id that it had.',
      resolve: ({ sessionId }) => ({ type: Session, id: sessionId }),
    }),
    viewer: t.field({
      type: ViewerRef,
      nullable: true,
      description: 'The viewer with the logins that are left; null after their own has ended.',
      resolve: ({ viewer }) => viewer,
    }),
  }),
})

const RevokeSessionInput = builder.inputType('RevokeSessionInput', {
  description: 'A login to end.',
  fields: (t) => ({ id: t.globalID({ required: true, for: [Session], description: 'Its id.' }) }),
})

const LoginInput = builder.inputType('LoginInput', {
  description: 'Who logs in.',
  fields: (t) => ({
    username: t.string({ description: 'The username.', required: true }),
    password: t.string({ description: 'The password.', required: true }),
  }),
})

const LoginAsStaffInput = builder.inputType('LoginAsStaffInput', {
  description: 'Who wants to enter the administration.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'As it was registered.' }),
    password: t.string({ required: true, description: 'Of the account.' }),
  }),
})

const LoginPayload = builder.objectRef<Login>('LoginPayload').implement({
  description: 'A login.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'Goes into the Authorization header as it is.' }),
    viewer: t.field({
      description: 'Who is logged in.',
      type: ViewerRef,
      resolve: ({ user }, _, ctx) => viewerIn(ctx.house, user),
    }),
  }),
})

/** Whoever has just signed in asks for the rest of the answer as themselves. */
async function becomeViewer(ctx: Context, { user, sessionId }: Login): Promise<void> {
  ctx.viewer = await viewerIn(ctx.house, user)
  ctx.sessionId = sessionId
}

builder.mutationFields((t) => ({
  login: t.field({
    refuses: ['WRONG_CREDENTIALS', 'LOCKED_OUT', 'ACCOUNT_DISABLED'],
    description: 'Logs in.',
    extensions: OPEN,
    complexity: SLOW,
    type: LoginPayload,
    args: { input: t.arg({ type: LoginInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const opened = await login(ctx, input)
      await becomeViewer(ctx, opened)
      return opened
    },
  }),
  loginAsStaff: t.field({
    description: 'The login of the administration, for those who may enter it.',
    extensions: OPEN,
    refuses: ['WRONG_CREDENTIALS', 'ACCOUNT_DISABLED', 'LOCKED_OUT', 'FORBIDDEN'],
    complexity: SLOW,
    type: LoginPayload,
    args: { input: t.arg({ type: LoginAsStaffInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const opened = await loginAsStaff(ctx, input)
      await becomeViewer(ctx, opened)
      return opened
    },
  }),
  logout: t.field({
    type: EndedSession,
    description: 'Ends the login that asks.',
    refuses: [],
    resolve: async (_, __, ctx) => {
      const { sessionId } = ctx
      await logout(ctx)
      return { sessionId: sessionId ?? 0, viewer: null }
    },
  }),
  revokeSession: t.field({
    type: EndedSession,
    description: 'Ends a login of another device.',
    refuses: [],
    args: { input: t.arg({ type: RevokeSessionInput, required: true }) },
    resolve: async (_, { input: { id } }, ctx) => {
      await revokeSession(ctx, Number(id.id))
      return { sessionId: Number(id.id), viewer: ctx.viewer }
    },
  }),
}))
