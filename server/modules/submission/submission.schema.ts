import type { Problem } from '#prisma/generated/client.ts'
import { builder, nullUnlessSeen } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, ProblemSheet, SubmissionFilterInput, VerdictEnum } from '../../enums.ts'
import { canShare, canSubmit, isAuthor } from '../../policy/submission.ts'
import { homeOf } from '../../policy/venue.ts'
import { editorLanguageOf, shownLanguageName } from '../site/language.ts'
import { switches } from '../site/site.ts'
import { filterOfInput, type SubmissionFilter, unsealing } from './listing.ts'
import { messageOf } from './message.ts'
import { casesOf, measuresOf, OF_CONTEST, OUTCOME_HIDDEN, outcomeHidden, outcomeOf } from './outcome.ts'
import { submissionPage } from './page.ts'
import { contestOfId, problemOfId, trainingOfId } from './sending.ts'
import {
  findSubmission,
  lastAccepted,
  readableSource,
  SOURCE_COLUMNS,
  seesSource,
  shareSubmission,
  submit,
} from './submission.ts'
import { countSubmissions } from './total.ts'

type OfGroup = { groupId: number | null }
const groupOfVenue = ({ groupId }: OfGroup) => groupId

const OutcomeHiddenEnum = builder.enumType('OutcomeHidden', {
  description: 'Why an outcome is hidden.',
  values: OUTCOME_HIDDEN,
})

export const Submission = builder.prismaNode('Submission', {
  description: 'A program that somebody sent for a problem.',
  id: { field: 'id' },
  select: { id: true, problemId: true, contestId: true, groupId: true },
  runScopesOnType: true,
  authScopes: ({ id, contestId, groupId }) => ({ sees: ['submission', id, { contestId, groupId }] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'submitId of the REST calls and of URLs.' }),
    problem: t.relation('problem', {
      ...nullUnlessSeen('problem', (row: { problemId: number } & OfGroup) => row.problemId, groupOfVenue),
      description: 'The problem; null when the viewer may not see it, as one of a contest.',
    }),
    group: t.relation('group', {
      ...nullUnlessSeen('group', groupOfVenue, groupOfVenue),
      description: 'The group that it belongs to; null: the site, or a group that the viewer may not see.',
    }),
    user: t.relation('user', { description: 'Who sent it.' }),
    languageKey: t.exposeString('language', { description: 'Key of the language.' }),
    languageName: t.string({
      description: 'Name of the language.',
      select: { language: true },
      resolve: ({ language }, _, ctx) => shownLanguageName(ctx, language),
    }),
    editorLanguage: t.string({
      description: 'Monaco language id of the language.',
      select: { language: true },
      resolve: ({ language }) => editorLanguageOf(language),
    }),
    codeLength: t.int({
      nullable: true,
      description: "Bytes; null for others' in a running contest.",
      select: { ...OF_CONTEST, codeLength: true },
      resolve: (row, _, ctx) => measuresOf(ctx, row).codeLength,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    shared: t.exposeBoolean('shared', { description: 'Whether its author shows the source.' }),
    outcomeHidden: t.field({
      type: OutcomeHiddenEnum,
      nullable: true,
      description: 'Why state, verdict and all that tells of them are null; null where they are not hidden.',
      select: OF_CONTEST,
      resolve: (row, _, ctx) => outcomeHidden(ctx, row),
    }),
    state: t.field({
      type: JudgingStateEnum,
      nullable: true,
      description: 'Null while the outcome is hidden.',
      select: { ...OF_CONTEST, state: true },
      resolve: (row, _, ctx) => outcomeOf(ctx, row).state,
    }),
    verdict: t.field({
      type: VerdictEnum,
      nullable: true,
      description: 'Null until state is DONE.',
      select: { ...OF_CONTEST, verdict: true },
      resolve: (row, _, ctx) => outcomeOf(ctx, row).verdict,
    }),
    timeMs: t.int({
      description: 'Most time of a case.',
      nullable: true,
      select: { ...OF_CONTEST, timeMs: true },
      resolve: (row, _, ctx) => measuresOf(ctx, row).timeMs,
    }),
    memoryKb: t.int({
      description: 'Most memory of a case, in KiB.',
      nullable: true,
      select: { ...OF_CONTEST, memoryKb: true },
      resolve: (row, _, ctx) => measuresOf(ctx, row).memoryKb,
    }),
    score: t.int({
      description: 'Score, of problems with scores.',
      nullable: true,
      select: { ...OF_CONTEST, score: true },
      resolve: (row, _, ctx) => outcomeOf(ctx, row).score,
    }),
    oiRankScore: t.int({
      description: 'What it adds to the OI rank.',
      nullable: true,
      select: { ...OF_CONTEST, oiRankScore: true },
      resolve: (row, _, ctx) => outcomeOf(ctx, row).oiRankScore,
    }),
    caseCount: t.int({
      description: 'Cases there are; null until it is known.',
      nullable: true,
      select: { ...OF_CONTEST, caseCount: true },
      resolve: (row, _, ctx) => casesOf(ctx, row).caseCount,
    }),
    tape: t.string({
      description:
        "One letter a finished case in judging order: A P W E T M O R S C, '.' not yet (see judge/protocol.ts).",
      select: { ...OF_CONTEST, tape: true },
      resolve: (row, _, ctx) => casesOf(ctx, row).tape,
    }),
    judgedBy: t.string({
      description: 'The host that judged it, or who set its outcome.',
      nullable: true,
      select: { ...OF_CONTEST, judgedBy: true },
      resolve: (row, _, ctx) => outcomeOf(ctx, row).judgedBy,
    }),
    manual: t.boolean({
      description: 'Whether its outcome was set by hand.',
      select: { ...OF_CONTEST, manual: true },
      resolve: (row, _, ctx) => outcomeOf(ctx, row).manual,
    }),
    source: t.string({
      nullable: true,
      description: 'Null when the viewer may not read it.',
      select: { id: true, ...SOURCE_COLUMNS },
      resolve: (submission, _, ctx) => readableSource(ctx, submission),
    }),
    message: t.string({
      nullable: true,
      description: 'Compiler output or system error, where it may be shown.',
      select: { ...OF_CONTEST, ...SOURCE_COLUMNS, verdict: true, judgementId: true },
      resolve: (submission, _, ctx) => messageOf(ctx, submission),
    }),
    viewerIsAuthor: t.boolean({
      description: 'Whether the viewer sent it.',
      select: { userId: true },
      resolve: (submission, _, ctx) => isAuthor(readerOf(ctx), submission),
    }),
    viewerCanSeeSource: t.boolean({
      description: 'Whether the viewer may read the source.',
      select: SOURCE_COLUMNS,
      resolve: (submission, _, ctx) => seesSource(ctx, submission),
    }),
    viewerCanShare: t.boolean({
      description: 'Whether the viewer may share the source.',
      select: { userId: true, contestId: true, problem: { select: { codeShare: true } } },
      resolve: (submission, _, ctx) => canShare(readerOf(ctx), submission, submission.problem),
    }),
  }),
})

export const SubmissionEdge = builder.edgeObject({ type: Submission, name: 'SubmissionEdge' })
export const SubmissionConnection = builder.connectionObject(
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
    description: 'A submission.',
    type: Submission,
    args: { number: t.arg.int({ description: 'Its number.', required: true }) },
    resolve: async (query, _, { number }, ctx) => {
      await findSubmission(ctx, number)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id: number } })
    },
  }),
  submissions: t.prismaConnection(
    {
      description: 'Submissions, newest first.',
      type: Submission,
      cursor: 'id',
      args: {
        filter: t.arg({
          description: 'Which ones; all of practice when left out.',
          type: SubmissionFilterInput,
        }),
        offset: t.arg.int(),
      },
      totalCount: (_, { filter }, ctx) => countSubmissions(unsealing(ctx, filter), filterOfInput(filter)),
      resolve: (query, _, { filter, offset }, ctx) =>
        submissionPage(unsealing(ctx, filter), filterOfInput(filter), query, offset ?? 0),
    },
    SubmissionConnection,
    SubmissionEdge,
  ),
}))

builder.interfaceFields(ProblemSheet, (t) => ({
  viewerLastAccepted: t.field({
    type: Submission,
    nullable: true,
    description: 'What the viewer was accepted with there last; null: nothing.',
  }),
  viewerSubmissions: t.field({
    type: SubmissionConnection,
    args: { first: t.arg.int(), offset: t.arg.int() },
    description: "The viewer's own submissions there, newest first.",
  }),
}))

builder.prismaObjectFields('Problem', (t) => ({
  viewerCanSubmit: t.boolean({
    description: 'Whether the viewer may submit now.',
    select: { testsetId: true, groupId: true, visibility: true },
    resolve: async ({ testsetId, ...problem }, _, ctx) => {
      const venue = { contestId: null, groupId: homeOf(problem) }
      return testsetId !== null && canSubmit(readerOf(ctx), { venue, switches: await switches.get(ctx) })
    },
  }),
  viewerLastAccepted: t.prismaField({
    type: Submission,
    nullable: true,
    description: 'Null until the viewer has been accepted.',
    select: { id: true, groupId: true, visibility: true },
    resolve: (query, problem, _, ctx) =>
      ctx.viewer && ctx.db.submission.findFirst({ ...query, ...lastAccepted(ctx.viewer, problem) }),
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

const ownOf = (problem: Pick<Problem, 'id' | 'groupId' | 'visibility'>): SubmissionFilter => ({
  mine: true,
  problemId: problem.id,
  groupId: homeOf(problem),
})

const SubmitInput = builder.inputType('SubmitInput', {
  description: 'A program to submit.',
  fields: (t) => ({
    problemId: t.globalID({ description: 'Id of the problem.', required: true }),
    contestId: t.globalID({ description: 'Id of the contest that it is sent in; none: practice.' }),
    trainingId: t.globalID({
      description: 'Id of the training whose page it is sent from; none: another page.',
    }),
    language: t.string({ description: 'Key of its language; of a program.' }),
    source: t.string({ description: 'The program.' }),
    outputs: t.string({
      description:
        'Instead of a program, for a problem that is output only: the files uploaded at /api/file/upload-outputs, by what it answers as id.',
    }),
    clientKey: t.string({
      description:
        'A text of your own, new for each submission: the same submission sent once more is answered, and not made twice.',
    }),
    captcha: t.string({ description: 'Answer to the captcha, after CAPTCHA_REQUIRED.' }),
    captchaKey: t.string({ description: 'The key that its picture came with.' }),
  }),
})

const ShareSubmissionInput = builder.inputType('ShareSubmissionInput', {
  description: 'A submission whose source is shown, or not.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Submission], description: 'Id of the submission.' }),
    shared: t.boolean({ required: true, description: 'Whether its source is shown.' }),
  }),
})

builder.mutationFields((t) => ({
  submit: t.prismaField({
    refuses: [
      'FORBIDDEN',
      'CLIENT_KEY_USED',
      'CODE_EMPTY',
      'CODE_TOO_SHORT',
      'CODE_TOO_LONG',
      'CODE_NOT_TEXT',
      'LANGUAGE_NOT_OFFERED',
      'OUTPUT_ONLY',
      'NOT_OUTPUT_ONLY',
      'OUTPUTS_UNMATCHED',
      'CAPTCHA_REQUIRED',
      'CAPTCHA_WRONG',
      'SUBMIT_TOO_SOON',
      'SUBMIT_BANNED',
      'JUDGING_CLOSED',
      'NO_TESTS',
      'ANSWERS_MISSING',
      'CONTEST_NOT_STARTED',
      'CONTEST_OVER',
      'CONTEST_NOT_REGISTERED',
      'CONTEST_ACCOUNT',
      'TRAINING_NOT_REGISTERED',
      'HOMEWORK_CLOSED',
    ],
    description: 'Submits a program.',
    type: Submission,
    args: { input: t.arg({ type: SubmitInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const problem = problemOfId(input.problemId)
      const { language, source, outputs, clientKey, captcha, captchaKey } = input
      const id = await submit(ctx, {
        problem,
        language: language ?? '',
        source: source ?? '',
        outputs,
        clientKey,
        contestId: contestOfId(input.contestId),
        trainingId: trainingOfId(input.trainingId),
        captcha: { key: captchaKey ?? '', answer: captcha ?? '' },
      })
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  shareSubmission: t.prismaField({
    refuses: ['FORBIDDEN', 'NOT_SHARABLE'],
    description: 'Shows the source of a submission to others, or takes that back.',
    type: Submission,
    args: { input: t.arg({ type: ShareSubmissionInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = Number(input.id.id)
      await shareSubmission(ctx, id, input.shared)
      return ctx.db.submission.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
