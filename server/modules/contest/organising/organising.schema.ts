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
import { createWithProblems } from './creation.ts'
import {
  type ContestPatch,
  cloneContest,
  findManagedContest,
  removeContest,
  thaw,
  updateContest,
} from './organising.ts'

const { ContestTypeEnum, ContestAccessEnum, OiScoringEnum, ShownNameEnum, AwardKindEnum } = contestEnums

const AwardTierInput = builder.inputType('AwardTierInput', {
  description: 'An award tier.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the tier.' }),
    background: t.string({ required: true, description: 'Background colour: #rrggbb.' }),
    color: t.string({ required: true, description: 'Text colour: #rrggbb.' }),
    number: t.int({ required: true, description: 'Number of rows, or percent of the rows.' }),
  }),
})

const AccountRuleInput = builder.inputType('AccountRuleInput', {
  description: 'Accounts by username: a range of numbers between a prefix and a suffix, and single names.',
  fields: (t) => ({
    prefix: t.string({ required: true, description: 'Prefix.' }),
    suffix: t.string({ required: true, description: 'Suffix.' }),
    start: t.int({ required: true, description: 'First number, at least 0.' }),
    end: t.int({ required: true, description: 'Last number.' }),
    extra: t.stringList({ required: true, description: 'Further usernames.' }),
  }),
})

const ContestFieldsInput = builder.inputType('ContestFieldsInput', {
  description: 'Fields of a contest; omitted fields stay as they are.',
  fields: (t) => ({
    title: t.string({ description: 'Its title.' }),
    description: t.string({ description: 'Markdown.' }),
    startsAt: t.field({ type: 'DateTime', description: 'Start.' }),
    endsAt: t.field({ type: 'DateTime', description: 'End.' }),
    freezesAt: t.field({ type: 'DateTime', description: 'Start of the freeze; null: no freeze.' }),
    thawsByItself: t.boolean({ description: 'Whether it unfreezes when it ends.' }),
    access: t.field({ type: ContestAccessEnum, description: 'Who may view and submit.' }),
    password: t.string({ description: 'Password; a new one deletes all registrations.' }),
    isVisible: t.boolean({ description: 'Whether it is visible outside the administration.' }),
    boardIsOpen: t.boolean({ description: 'Whether the scoreboard is public.' }),
    hasPrinting: t.boolean({ description: 'Whether printing is enabled.' }),
    takesLate: t.boolean({ description: 'Whether submissions are accepted after the end.' }),
    isExam: t.boolean({
      description: 'Whether it counts in the gradebook of its group; ignored without one.',
    }),
    shownName: t.field({ type: ShownNameEnum, description: 'Name that the scoreboard shows.' }),
    oiScoring: t.field({ type: OiScoringEnum, description: 'Which submission counts in OI.' }),
    accounts: t.field({ type: AccountRuleInput, description: 'Accounts that may take part; null: all.' }),
    stars: t.stringList({ description: 'Usernames that are not ranked.' }),
    awardKind: t.field({ type: AwardKindEnum, description: 'Unit of the award tiers.' }),
    awards: t.field({ type: [AwardTierInput], description: 'Award tiers, best first.' }),
  }),
})

type Given = typeof ContestFieldsInput.$inferInput

/** Fields that null clears; for all others null means omitted. */
const NULLABLE = new Set(['freezesAt', 'password', 'accountRule'])

function patchOf({ isVisible, hasPrinting, isExam, accounts, ...others }: Given): ContestPatch {
  const accountRule = accounts && writeRule(accounts)
  const all = { ...others, visible: isVisible, printing: hasPrinting, exam: isExam, accountRule }
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => value !== undefined && (value !== null || NULLABLE.has(name)),
    ),
  )
}

const NewContestProblemInput = builder.inputType('NewContestProblemInput', {
  description: 'A problem of a new contest, and its label there.',
  fields: (t) => ({
    problemNumber: t.int({ required: true, description: 'Number of the problem.' }),
    label: t.string({ required: true, description: 'Label in the contest: A, B, C.' }),
    title: t.string({ description: "Title in the contest; default: the problem's own." }),
    color: t.string({ description: 'Balloon colour: #rrggbb.' }),
  }),
})

const CreateContestInput = builder.inputType('CreateContestInput', {
  description: 'A contest to create.',
  fields: (t) => ({
    type: t.field({ type: ContestTypeEnum, required: true, description: 'Scoring; it never changes.' }),
    title: t.string({ required: true, description: 'Its title.' }),
    startsAt: t.field({ type: 'DateTime', required: true, description: 'Start.' }),
    endsAt: t.field({ type: 'DateTime', required: true, description: 'End.' }),
    groupId: t.globalID({ description: 'Its group; default: the site.' }),
    fields: t.field({ type: ContestFieldsInput, description: 'All other fields.' }),
    problems: t.field({
      type: [NewContestProblemInput],
      description: 'Its problems, in order; default: none.',
    }),
  }),
})

const UpdateContestInput = builder.inputType('UpdateContestInput', {
  description: 'Changes of a contest.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    fields: t.field({ type: ContestFieldsInput, required: true, description: 'The changes.' }),
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
  description: 'Contests by number.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: [Contest], description: 'The contests.' }),
  }),
})

const aProblemOf = (mutation: string) =>
  builder.inputType(`${mutation}Input`, {
    description: 'A problem of a contest, and its label there.',
    fields: (t) => ({
      contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
      problemNumber: t.int({ required: true, description: 'Number of the problem.' }),
      label: t.string({ required: true, description: 'Label in the contest: A, B, C.' }),
      title: t.string({ description: "Title in the contest; default: the problem's own." }),
      color: t.string({ description: 'Balloon colour: #rrggbb.' }),
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
      description: 'Whether to publish it; for viewers who may publish problems.',
    }),
  }),
})

const OrderContestProblemsInput = builder.inputType('OrderContestProblemsInput', {
  description: 'Problems of a contest in a new order.',
  fields: (t) => ({
    contestId: t.globalID({ required: true, for: [Contest], description: 'The contest.' }),
    problemNumbers: t.intList({ required: true, description: 'Problem numbers.' }),
  }),
})

const wordsOf = ({ label, title, color }: typeof NewContestProblemInput.$inferInput) => ({
  displayId: label,
  color: color ?? null,
  ...(title ? { title } : {}),
})

builder.mutationFields((t) => ({
  createContest: t.field({
    type: Contest,
    description: 'Creates a contest.',
    refuses: ['FORBIDDEN', 'CONTEST_PROBLEM_TWICE', 'CONTEST_PROBLEM_TYPE', 'CONTEST_PROBLEMS_FULL'],
    args: { input: t.arg({ type: CreateContestInput, required: true }) },
    resolve: (_, { input: { fields, groupId, problems, ...basics } }, ctx) =>
      createWithProblems(
        ctx,
        { ...(fields ? patchOf(fields) : {}), ...basics },
        groupId ? Number(groupId.id) : null,
        (problems ?? []).map((one) => ({ problemId: one.problemNumber, ...wordsOf(one) })),
      ),
  }),
  updateContest: t.field({
    type: Contest,
    description: 'Changes a contest.',
    refuses: [
      'FORBIDDEN',
      'CONFLICT',
      'CONTEST_FREEZE_BEGUN',
      'CONTEST_FREEZE_PAST',
      'CONTEST_STAYS_SEALED',
      'CONTEST_END_THAWS',
    ],
    args: { input: t.arg({ type: UpdateContestInput, required: true }) },
    resolve: (_, { input: { id, version, fields } }, ctx) =>
      updateContest(ctx, Number(id.id), patchOf(fields), version),
  }),
  cloneContest: t.field({
    type: Contest,
    description: 'Clones a contest with its problems; the clone is hidden.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CloneContestInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => cloneContest(ctx, Number(id.id)),
  }),
  thawContest: t.field({
    type: Contest,
    description: 'Unfreezes a contest for all readers at once.',
    refuses: ['FORBIDDEN', 'CONTEST_NOT_SEALED'],
    args: { input: t.arg({ type: ThawContestInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => thaw(ctx, Number(id.id)),
  }),
  removeContests: t.field({
    type: BulkType,
    description: 'Deletes contests permanently, with all their submissions.',
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
      'Adds a problem to a contest. A public problem leaves the public list when the viewer may publish problems.',
    refuses: ['FORBIDDEN', 'CONTEST_PROBLEM_TWICE', 'CONTEST_PROBLEM_TYPE', 'CONTEST_PROBLEMS_FULL'],
    args: { input: t.arg({ type: AddContestProblemInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const contestId = Number(input.contestId.id)
      await addContestProblem(ctx, contestId, input.problemNumber, {
        ...wordsOf(input),
        color: input.color ?? undefined,
      })
      return findManagedContest(ctx, contestId)
    },
  }),
  changeContestProblem: t.field({
    type: Contest,
    description: 'Changes the label or title of a contest problem.',
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
    description: 'Removes a problem from a contest and its scoreboard; its submissions stay.',
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
    description: 'Sets the order of contest problems.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: OrderContestProblemsInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      const contestId = Number(input.contestId.id)
      await orderContestProblems(ctx, contestId, input.problemNumbers)
      return findManagedContest(ctx, contestId)
    },
  }),
}))
