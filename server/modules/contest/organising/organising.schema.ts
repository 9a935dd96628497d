import { builder } from '../../../builder.ts'
import { authorize, readerOf } from '../../../context.ts'
import { BulkType, inBulk } from '../../../doors/bulk.ts'
import { writeRule } from '../../../policy/accountRule.ts'
import { canRemoveContests } from '../../../policy/contest.ts'
import { administersSomewhere } from '../../../policy/officials.ts'
import { Contest, contestEnums } from '../contest.schema.ts'
import {
  addContestProblem,
  changeContestProblem,
  orderContestProblems,
  removeContestProblem,
} from '../contestProblems.ts'
import {
  type ContestPatch,
  cloneContest,
  createContest,
  findManagedContest,
  removeContest,
  thaw,
  updateContest,
} from './organising.ts'

const { ContestTypeEnum, ContestAccessEnum, OiScoringEnum, ShownNameEnum, AwardKindEnum } = contestEnums

const AwardTierInput = builder.inputType('AwardTierInput', {
  description: 'One tier of awards.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is called.' }),
    background: t.string({ required: true, description: 'Its colour: #rrggbb.' }),
    color: t.string({ required: true, description: 'The colour of its name: #rrggbb.' }),
    number: t.int({ required: true, description: 'Rows, or percent of the rows.' }),
  }),
})

const AccountRuleInput = builder.inputType('AccountRuleInput', {
  description: 'Accounts whose names are a number between two texts, and some more.',
  fields: (t) => ({
    prefix: t.string({ required: true, description: 'Before the number.' }),
    suffix: t.string({ required: true, description: 'After the number.' }),
    start: t.int({ required: true, description: 'The first number, at least 0.' }),
    end: t.int({ required: true, description: 'The last number.' }),
    extra: t.stringList({ required: true, description: 'Further user names.' }),
  }),
})

const ContestFieldsInput = builder.inputType('ContestFieldsInput', {
  description: 'Fields of a contest; what is left out stays as it is.',
  fields: (t) => ({
    title: t.string({ description: 'Its title.' }),
    description: t.string({ description: 'Markdown.' }),
    startsAt: t.field({ type: 'DateTime', description: 'When it starts.' }),
    endsAt: t.field({ type: 'DateTime', description: 'When it ends.' }),
    freezesAt: t.field({ type: 'DateTime', description: 'From here on it is sealed; null: never.' }),
    thawsByItself: t.boolean({ description: 'Whether it is unsealed when it ends.' }),
    access: t.field({ type: ContestAccessEnum, description: 'Who looks and submits.' }),
    password: t.string({ description: 'Another one drops all registrations.' }),
    isVisible: t.boolean({ description: 'Whether it is on the public side.' }),
    boardIsOpen: t.boolean({ description: 'Whether everybody may read the scoreboard.' }),
    hasPrinting: t.boolean({ description: 'Whether texts can be sent to be printed.' }),
    takesLate: t.boolean({ description: 'Whether one may go on submitting after the end.' }),
    shownName: t.field({ type: ShownNameEnum, description: 'What the scoreboard shows of people.' }),
    oiScoring: t.field({ type: OiScoringEnum, description: 'Which submission counts in OI.' }),
    accounts: t.field({ type: AccountRuleInput, description: 'Which accounts may take part; null: all.' }),
    stars: t.stringList({ description: 'User names of those who are not ranked.' }),
    awardKind: t.field({ type: AwardKindEnum, description: 'How the tiers count.' }),
    awards: t.field({ type: [AwardTierInput], description: 'Tiers of awards, best first.' }),
  }),
})

type Given = typeof ContestFieldsInput.$inferInput

/** What may be taken away by null; of all else null is as good as nothing. */
const NULLABLE = new Set(['freezesAt', 'password', 'accountRule'])

function patchOf({ isVisible, hasPrinting, accounts, ...others }: Given): ContestPatch {
  const accountRule = accounts && writeRule(accounts)
  const all = { ...others, visible: isVisible, printing: hasPrinting, accountRule }
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => value !== undefined && (value !== null || NULLABLE.has(name)),
    ),
  )
}

const CreateContestInput = builder.inputType('CreateContestInput', {
  description: 'A new contest.',
  fields: (t) => ({
    type: t.field({ type: ContestTypeEnum, required: true, description: 'What counts; it never changes.' }),
    title: t.string({ required: true, description: 'Its title.' }),
    startsAt: t.field({ type: 'DateTime', required: true, description: 'When it starts.' }),
    endsAt: t.field({ type: 'DateTime', required: true, description: 'When it ends.' }),
    fields: t.field({ type: ContestFieldsInput, description: 'Everything else.' }),
  }),
})

const UpdateContestInput = builder.inputType('UpdateContestInput', {
  description: 'A contest, and what is to change of it.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    version: t.int({ description: 'The version that the change began from; none: whatever there is.' }),
    fields: t.field({ type: ContestFieldsInput, required: true, description: 'What changes.' }),
  }),
})

const anInputOf = (mutation: string) =>
  builder.inputType(`${mutation}Input`, {
    description: 'A contest.',
    fields: (t) => ({ id: t.globalID({ required: true, for: [Contest], description: 'The contest.' }) }),
  })
const CloneContestInput = anInputOf('CloneContest')
const ThawContestInput = anInputOf('ThawContest')

const RemoveContestsInput = builder.inputType('RemoveContestsInput', {
  description: 'Some contests.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: [Contest], description: 'The contests.' }),
  }),
})

const aProblemOf = (mutation: string) =>
  builder.inputType(`${mutation}Input`, {
    description: 'A problem of a contest, and what it is called there.',
    fields: (t) => ({
      contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
      problemNumber: t.int({ required: true, description: 'Number of the problem.' }),
      label: t.string({ required: true, description: 'What it is called there: A, B, C.' }),
      title: t.string({ description: 'Its title there; none: its own.' }),
      color: t.string({ description: 'Of its balloon: #rrggbb.' }),
    }),
  })
const AddContestProblemInput = aProblemOf('AddContestProblem')
const ChangeContestProblemInput = aProblemOf('ChangeContestProblem')

const RemoveContestProblemInput = builder.inputType('RemoveContestProblemInput', {
  description: 'A problem of a contest.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    problemNumber: t.int({ required: true, description: 'Number of the problem.' }),
    publishes: t.boolean({
      description: 'Whether it goes on the public list; for those who publish problems.',
    }),
  }),
})

const OrderContestProblemsInput = builder.inputType('OrderContestProblemsInput', {
  description: 'The problems of a contest in an order.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    problemNumbers: t.intList({ required: true, description: 'Numbers of the problems.' }),
  }),
})

const wordsOf = ({ label, title, color }: typeof AddContestProblemInput.$inferInput) => ({
  displayId: label,
  color: color ?? null,
  ...(title ? { title } : {}),
})

builder.mutationFields((t) => ({
  createContest: t.field({
    type: Contest,
    description: 'Makes a contest.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CreateContestInput, required: true }) },
    resolve: (_, { input: { fields, ...basics } }, ctx) =>
      createContest(ctx, { ...(fields ? patchOf(fields) : {}), ...basics }),
  }),
  updateContest: t.field({
    type: Contest,
    description: 'Changes a contest.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'CONTEST_FREEZE_BEGUN', 'CONTEST_FREEZE_PAST'],
    args: { input: t.arg({ type: UpdateContestInput, required: true }) },
    resolve: (_, { input: { id, version, fields } }, ctx) =>
      updateContest(ctx, Number(id.id), patchOf(fields), version),
  }),
  cloneContest: t.field({
    type: Contest,
    description: 'Makes a hidden contest like another one, with its problems.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CloneContestInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => cloneContest(ctx, Number(id.id)),
  }),
  thawContest: t.field({
    type: Contest,
    description: 'Opens what the seal of a contest hides, in all doors at once.',
    refuses: ['FORBIDDEN', 'CONTEST_NOT_SEALED'],
    args: { input: t.arg({ type: ThawContestInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => thaw(ctx, Number(id.id)),
  }),
  removeContests: t.field({
    type: BulkType,
    description: 'Takes contests away for good, with all that was submitted there.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveContestsInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      const reader = readerOf(ctx)
      authorize(ctx, canRemoveContests(reader) || administersSomewhere(reader))
      return inBulk(ctx, ids, (id) => removeContest(ctx, id))
    },
  }),
  addContestProblem: t.field({
    type: Contest,
    description:
      'Puts a problem into a contest. Those who publish problems take a public one off the public list.',
    refuses: ['FORBIDDEN', 'CONTEST_PROBLEM_TWICE', 'CONTEST_PROBLEM_TYPE', 'CONTEST_PROBLEMS_FULL'],
    args: { input: t.arg({ type: AddContestProblemInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const contestId = Number(input.contestId.id)
      await addContestProblem(ctx, contestId, input.problemNumber, wordsOf(input))
      return findManagedContest(ctx, contestId)
    },
  }),
  changeContestProblem: t.field({
    type: Contest,
    description: 'Calls a problem of a contest something else.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: ChangeContestProblemInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const contestId = Number(input.contestId.id)
      await changeContestProblem(ctx, contestId, input.problemNumber, wordsOf(input))
      return findManagedContest(ctx, contestId)
    },
  }),
  removeContestProblem: t.field({
    type: Contest,
    description: 'Takes a problem off a contest and its scoreboard; what was submitted to it stays.',
    refuses: ['FORBIDDEN', 'CONTEST_PROBLEM_ELSEWHERE'],
    args: { input: t.arg({ type: RemoveContestProblemInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const contestId = Number(input.contestId.id)
      await removeContestProblem(ctx, contestId, input.problemNumber, input.publishes ?? false)
      return findManagedContest(ctx, contestId)
    },
  }),
  orderContestProblems: t.field({
    type: Contest,
    description: 'Puts the problems of a contest into an order.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: OrderContestProblemsInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const contestId = Number(input.contestId.id)
      await orderContestProblems(ctx, contestId, input.problemNumbers)
      return findManagedContest(ctx, contestId)
    },
  }),
}))
