import { builder } from '../../builder.ts'
import { JudgingStateEnum, SubmissionFilterInput, VerdictEnum } from '../../enums.ts'
import { canShare, canSubmit, isAuthor } from '../../policy/submission.ts'
import { editorLanguageOf, languageNameOf } from '../site/language.ts'
import { siteSettings } from '../site/site.ts'
import type { SubmissionFilter } from './listing.ts'
import { messageOf } from './message.ts'
import { submissionPage } from './page.ts'
import { problemOfId } from './sending.ts'
import {
  findSubmission,
  lastAccepted,
  readableSource,
  seesSource,
  shareSubmission,
  submit,
} from './submission.ts'
import { countSubmissions } from './total.ts'
import { loadLive, type SubmissionChange, watchSubmission, watchSubmissions } from './watching.ts'

const Submission = builder.prismaNode('Submission', {
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['submission', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'submitId of the REST calls and of URLs.' }),
    problem: t.relation('problem'),
    user: t.relation('user'),
    language: t.exposeString('language', { description: 'Key of the language, and its name.' }),
    languageName: t.string({
      select: { language: true },
      resolve: ({ language }) => languageNameOf(language),
    }),
    editorLanguage: t.string({
      description: 'Monaco language id of the language.',
      select: { language: true },
      resolve: ({ language }) => editorLanguageOf(language),
    }),
    codeLength: t.exposeInt('codeLength'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    shared: t.exposeBoolean('shared'),
    state: t.expose('state', { type: JudgingStateEnum }),
    verdict: t.expose('verdict', {
      type: VerdictEnum,
      nullable: true,
      description: 'Null until state is DONE.',
    }),
    timeMs: t.exposeInt('timeMs', { nullable: true }),
    memoryKb: t.exposeInt('memoryKb', { nullable: true }),
    score: t.exposeInt('score', { nullable: true }),
    oiRankScore: t.exposeInt('oiRankScore', { nullable: true }),
    caseCount: t.exposeInt('caseCount', { nullable: true }),
    tape: t.exposeString('tape', {
      description:
        "One letter a finished case in judging order: A P W E T M O R S C, '.' not yet (see judge/protocol.ts).",
    }),
    judgedBy: t.exposeString('judgedBy', { nullable: true }),
    manual: t.exposeBoolean('manual'),
    source: t.string({
      nullable: true,
      description: 'Null when the viewer may not read it.',
      select: { id: true, userId: true, shared: true },
      resolve: (submission, _, ctx) => readableSource(ctx, submission),
    }),
    message: t.string({
      nullable: true,
      description: 'Compiler output or system error, where it may be shown.',
      select: { userId: true, shared: true, verdict: true, judgementId: true },
      resolve: (submission, _, ctx) => messageOf(ctx, submission),
    }),
    viewerIsAuthor: t.boolean({
      select: { userId: true },
      resolve: (submission, _, ctx) => isAuthor(ctx.viewer, submission),
    }),
    viewerCanSeeSource: t.boolean({
      select: { userId: true, shared: true },
      resolve: (submission, _, ctx) => seesSource(ctx, submission),
    }),
    viewerCanShare: t.boolean({
      select: { userId: true, problem: { select: { codeShare: true } } },
      resolve: (submission, _, ctx) => canShare(ctx.viewer, submission, submission.problem),
    }),
  }),
})

const SubmissionEdge = builder.edgeObject({ type: Submission, name: 'SubmissionEdge' })
const SubmissionConnection = builder.connectionObject(
  {
    type: Submission,
    name: 'SubmissionConnection',
    fields: (t) => ({
      totalCount: t.int({
        extensions: { pothosPrismaTotalCount: true },
        resolve: (connection) => (connection.totalCount as unknown as () => Promise<number>)(),
      }),
    }),
  },
  SubmissionEdge,
)

builder.queryFields((t) => ({
  submission: t.prismaField({
    type: Submission,
    args: { number: t.arg.int({ required: true }) },
    resolve: async (query, _, { number }, ctx) => {
      await findSubmission(ctx, number)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id: number } })
    },
  }),
  submissions: t.prismaConnection(
    {
      type: Submission,
      cursor: 'id',
      args: { filter: t.arg({ type: SubmissionFilterInput }), offset: t.arg.int() },
      totalCount: (_, { filter }, ctx) => countSubmissions(ctx, filter ?? {}),
      resolve: (query, _, { filter, offset }, ctx) => submissionPage(ctx, filter ?? {}, query, offset ?? 0),
    },
    SubmissionConnection,
    SubmissionEdge,
  ),
}))

builder.prismaObjectFields('Problem', (t) => ({
  viewerCanSubmit: t.boolean({
    select: { testsetId: true },
    resolve: async ({ testsetId }, _, ctx) =>
      testsetId !== null && canSubmit(ctx.viewer) && (await siteSettings(ctx)).openPublicJudge,
  }),
  viewerLastAccepted: t.prismaField({
    type: Submission,
    nullable: true,
    description: 'Null until the viewer has been accepted.',
    select: { id: true },
    resolve: (query, problem, _, ctx) =>
      ctx.viewer && ctx.db.submission.findFirst({ ...query, ...lastAccepted(ctx.viewer, problem.id) }),
  }),
  viewerSubmissions: t.prismaConnection(
    {
      type: Submission,
      cursor: 'id',
      description: "The viewer's own submissions, newest first.",
      args: { offset: t.arg.int() },
      totalCount: (problem, _, ctx) => (ctx.viewer ? countSubmissions(ctx, ownOf(problem)) : 0),
      resolve: (query, problem, { offset }, ctx) =>
        ctx.viewer ? submissionPage(ctx, ownOf(problem), query, offset ?? 0) : [],
    },
    SubmissionConnection,
    SubmissionEdge,
  ),
}))

const ownOf = (problem: { id: number }): SubmissionFilter => ({ mine: true, problemId: problem.id })

const SubmitInput = builder.inputType('SubmitInput', {
  fields: (t) => ({
    problemId: t.globalID({ required: true }),
    language: t.string({ required: true }),
    source: t.string({ required: true }),
    captcha: t.string({ description: 'Answer to the captcha, after CAPTCHA_REQUIRED.' }),
    captchaKey: t.string({ description: 'The key that its picture came with.' }),
  }),
})

builder.mutationFields((t) => ({
  submit: t.prismaField({
    type: Submission,
    args: { input: t.arg({ type: SubmitInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const problem = problemOfId(input.problemId)
      const { language, source, captcha, captchaKey } = input
      const id = await submit(ctx, {
        ...{ problem, language, source },
        captcha: { key: captchaKey ?? '', answer: captcha ?? '' },
      })
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  shareSubmission: t.prismaField({
    type: Submission,
    args: {
      id: t.arg.globalID({ required: true, for: [Submission] }),
      shared: t.arg.boolean({ required: true }),
    },
    resolve: async (query, _, args, ctx) => {
      const id = Number(args.id.id)
      await shareSubmission(ctx, id, args.shared)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

const SubmissionChangeType = builder.objectRef<SubmissionChange>('SubmissionChange').implement({
  description: 'A submission that is new to a list or changed in it.',
  fields: (t) => ({
    created: t.exposeBoolean('created'),
    submission: t.prismaField({
      type: Submission,
      resolve: (query, change, _, ctx) => loadLive(ctx, query, change.submissionId),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  submissionChanged: t.prismaField({
    type: Submission,
    args: { id: t.arg.globalID({ required: true, for: [Submission] }) },
    subscribe: (_, { id }, ctx) => watchSubmission(ctx, Number(id.id)),
    resolve: (query, id, _, ctx) => loadLive(ctx, query, id),
  }),
  submissionsChanged: t.field({
    type: SubmissionChangeType,
    description:
      'New and changed rows that a list with this filter shows (no filter by verdict or state: rows that left it too).',
    args: { filter: t.arg({ type: SubmissionFilterInput }) },
    subscribe: (_, { filter }, ctx) => watchSubmissions(ctx, filter ?? {}),
    resolve: (change) => change,
  }),
}))
