import { builder, OPEN, SLOW } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { viewerIn } from '../../memberships.ts'
import type { SignedIn } from '../../policy/viewer.ts'
import { type Login, login, loginAsStaff } from './login.ts'
import { isCurrent, logout, ownSessions, revokeSession } from './session.ts'
import { ViewerRef } from './user.schema.ts'

const Session = builder.prismaNode('Session', {
  description: 'A session: a device that is logged in.',
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['session', row.id] }),
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { description: 'Expiry, unless it is used.', type: 'DateTime' }),
    ip: t.exposeString('ip', { description: 'Network address of the login.' }),
    userAgent: t.exposeString('userAgent', { description: 'User agent.' }),
    current: t.boolean({
      description: 'Whether it is the current session.',
      select: { id: true },
      resolve: (session, _, ctx) => isCurrent(ctx, session),
    }),
  }),
})

builder.objectFields(ViewerRef, (t) => ({
  sessions: t.prismaField({
    type: [Session],
    seen: 'Everybody sees their own devices.',
    description: 'Sessions of the viewer, latest login first.',
    resolve: (query, _, __, ctx) => ownSessions(ctx, query),
  }),
}))

type Ended = { sessionId: number; viewer: SignedIn | null }

const EndedSession = builder.objectRef<Ended>('EndedSession').implement({
  description: 'An ended session.',
  fields: (t) => ({
    sessionId: t.globalID({
      description: 'Session id.',
      resolve: ({ sessionId }) => ({ type: Session, id: sessionId }),
    }),
    viewer: t.field({
      type: ViewerRef,
      nullable: true,
      description: 'The viewer with the remaining sessions; null when the current one ended.',
      resolve: ({ viewer }) => viewer,
    }),
  }),
})

const RevokeSessionInput = builder.inputType('RevokeSessionInput', {
  description: 'A session to end.',
  fields: (t) => ({ id: t.globalID({ required: true, for: [Session], description: 'Session id.' }) }),
})

const LoginInput = builder.inputType('LoginInput', {
  description: 'Credentials.',
  fields: (t) => ({
    username: t.string({ description: 'Username.', required: true }),
    password: t.string({ description: 'Password.', required: true }),
  }),
})

const LoginAsStaffInput = builder.inputType('LoginAsStaffInput', {
  description: 'Credentials for the administration.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'Username.' }),
    password: t.string({ required: true, description: 'Password.' }),
  }),
})

const LoginPayload = builder.objectRef<Login>('LoginPayload').implement({
  description: 'A login.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'Token for the Authorization header.' }),
    viewer: t.field({
      description: 'Who logged in.',
      type: ViewerRef,
      resolve: ({ user }, _, ctx) => viewerIn(ctx.house, user),
    }),
  }),
})

/** Switches the request to the new session, so that the rest of the query is answered as the user. */
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
    description: 'Logs in to the administration, for staff.',
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
    description: 'Ends the current session.',
    refuses: [],
    resolve: async (_, __, ctx) => {
      const { sessionId } = ctx
      await logout(ctx)
      return { sessionId: sessionId ?? 0, viewer: null }
    },
  }),
  revokeSession: t.field({
    type: EndedSession,
    description: 'Ends a session of another device.',
    refuses: [],
    args: { input: t.arg({ type: RevokeSessionInput, required: true }) },
    resolve: async (_, { input: { id } }, ctx) => {
      await revokeSession(ctx, Number(id.id))
      return { sessionId: Number(id.id), viewer: ctx.viewer }
    },
  }),
}))
