import { builder } from '../../builder.ts'
import { authorize, readerOf } from '../../context.ts'
import { canConfigureBanks, canSeeBanks } from '../../policy/judging.ts'
import type { Bank } from '../bank/bank.ts'
import { findBank } from '../bank/banks.ts'
import { trainingOfId } from '../submission/sending.ts'
import {
  accountsOf,
  addBankAccount,
  type BankState,
  bankStates,
  changeBankPassword,
  removeBankAccount,
  switchBank,
  testBankAccount,
  watchBanks,
} from './accounts.ts'
import { importBankProblem, importIntoContest, importIntoTraining } from './importing.ts'
import { startBankImport } from './importWork.ts'
import { addressAt } from './origin.ts'
import { type BankChange, bankChangesOf, takeBankChanges } from './refreshing.ts'

const TroubleEnum = builder.enumType('BankTrouble', {
  description: 'Why another judge did not do what it was asked.',
  values: {
    UNREACHABLE: { description: 'It does not answer.' },
    NO_PROBLEM: { description: 'It has no such problem.' },
    CHANGED: { description: 'Its page is not as expected.' },
    WRONG_PASSWORD: { description: 'It refuses username or password.' },
    LOCKED: { description: 'The account is locked there.' },
    CAPTCHA: { description: 'It wants a captcha.' },
    SIGNED_OUT: { description: 'It did not keep the login.' },
    TOO_FAST: { description: 'It limits requests.' },
    REFUSED: { description: 'It refuses the code.' },
    FORBIDDEN_ADDRESS: { description: 'It refers to an address that requests may not go to.' },
    NO_ACCOUNT: { description: 'No account was free in time.' },
    UNCONFIRMED: { description: 'Code was sent, and it does not show it.' },
    NO_VERDICT: { description: 'It gave no verdict in time.' },
  } as const,
})

const BankAccount = builder.prismaNode('BankAccount', {
  description: 'An account of this site at another judge. Its password is shown to nobody.',
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['bankAccount', row.id] }),
  fields: (t) => ({
    username: t.exposeString('username', { description: 'Username there.' }),
    trouble: t.expose('suspendedFor', {
      type: TroubleEnum,
      nullable: true,
      description: 'Why it is out of service; null: it is in service.',
    }),
    troubleWords: t.exposeString('suspendedWords', { description: 'Words of the other judge about it.' }),
    suspendedAt: t.expose('suspendedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it went out of service.',
    }),
    isSignedIn: t.boolean({
      description: 'Whether it has a session there.',
      select: { session: true },
      resolve: ({ session }) => session !== null,
    }),
    isBusy: t.boolean({
      description: 'Whether it has a submission there.',
      select: { runs: { where: { holdsAccount: true }, select: { judgementId: true } } },
      resolve: ({ runs }) => runs.length > 0,
    }),
  }),
})

const BankType = builder.objectRef<BankState>('Bank').implement({
  description: 'Another judge whose problems are solved here.',
  fields: (t) => ({
    key: t.string({ description: 'Key, the beginning of its problem ids.', resolve: ({ bank }) => bank.key }),
    name: t.string({ description: 'Name.', resolve: ({ bank }) => bank.name }),
    isOn: t.exposeBoolean('isOn', {
      description: 'Whether it is switched on and has an account in service.',
    }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'Whether it is switched on.' }),
    accountsOf: t.string({
      description: 'Key of the bank whose accounts it uses: CF for GYM, else its own.',
      resolve: ({ bank }) => bank.accountsOf,
    }),
    isEncrypted: t.boolean({
      description: 'Whether it is reached over HTTPS; otherwise passwords and code travel in clear text.',
      resolve: ({ bank }) => bank.origin.startsWith('https:'),
    }),
    waiting: t.exposeInt('waiting', { description: 'Submissions that wait for an account.' }),
    going: t.exposeInt('going', { description: 'Submissions that it has.' }),
    accounts: t.field({
      type: [BankAccount],
      nullable: true,
      description: 'Its accounts; null for viewers who are no super administrators.',
      resolve: ({ bank }, _, ctx) => (canConfigureBanks(readerOf(ctx)) ? accountsOf(ctx, bank.key) : null),
    }),
  }),
})

/** The state of one bank. */
const stateOf = async (ctx: Parameters<typeof bankStates>[0], key: string): Promise<BankState> => {
  const state = (await bankStates(ctx)).find(({ bank }) => bank.key === key)
  if (!state) throw new Error(`no bank ${key}`)
  return state
}

const BankNameType = builder.objectRef<BankState>('BankName').implement({
  description: 'Name of another judge, for filters of problems.',
  fields: (t) => ({
    key: t.string({ description: 'Key, the beginning of its problem ids.', resolve: ({ bank }) => bank.key }),
    name: t.string({ description: 'Name.', resolve: ({ bank }) => bank.name }),
  }),
})

const Change = builder.objectRef<BankChange>('BankChange').implement({
  description: 'A field of a problem that its bank shows differently.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Field of the form of a problem.' }),
    before: t.exposeString('before', { description: 'Value here.' }),
    after: t.exposeString('after', { description: 'Value there.' }),
  }),
})

type Origin = { bank: Bank; url: string | null }

const OriginType = builder.objectRef<Origin>('ProblemOrigin').implement({
  description: 'Another judge that a problem was imported from, and that judges it.',
  fields: (t) => ({
    key: t.string({ description: 'Key of the judge.', resolve: ({ bank }) => bank.key }),
    name: t.string({ description: 'Name of the judge.', resolve: ({ bank }) => bank.name }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'Address of the problem there, as its source names it; null when it names none.',
    }),
  }),
})

builder.prismaObjectFields('Problem', (t) => ({
  origin: t.field({
    type: OriginType,
    nullable: true,
    description: 'Where it was imported from; null for a problem of the site.',
    select: { bank: true, bankKey: true, statements: { select: { source: true } } },
    resolve: ({ bank: key, bankKey, statements }) => {
      const bank = bankKey === null ? null : findBank(key)
      if (!bank) return null
      const sources = statements.map(({ source }) => source).join(' ')
      return { bank, url: addressAt(bank, sources) }
    },
  }),
}))

builder.queryFields((t) => ({
  banks: t.field({
    type: [BankType],
    nullable: true,
    description: 'Other judges and what goes on there, for staff.',
    resolve: (_, __, ctx) => {
      authorize(ctx, canSeeBanks(readerOf(ctx)))
      return bankStates(ctx)
    },
  }),
  bankNames: t.field({
    type: [BankNameType],
    description: 'Other judges that have public problems here, in order.',
    resolve: async (_, __, ctx) => {
      const rows = await ctx.db.problem.groupBy({ by: ['bank'], where: { visibility: 'PUBLIC' } })
      const there = new Set(rows.map(({ bank }) => bank))
      return (await bankStates(ctx)).filter(({ bank }) => there.has(bank.key))
    },
  }),
  bankChanges: t.field({
    type: [Change],
    nullable: true,
    description: 'What changed at the bank of a problem since its import, for those who may edit it.',
    args: { number: t.arg.int({ required: true, description: 'Number of the problem.' }) },
    resolve: (_, { number }, ctx) => bankChangesOf(ctx, number),
  }),
}))

const key = { required: true, description: 'Key of the bank.' } as const
const id = { required: true, description: 'Its id there, with or without the key of the bank.' } as const

const SwitchInput = builder.inputType('SwitchBankInput', {
  description: 'A bank to switch on or off.',
  fields: (t) => ({
    bank: t.string(key),
    isEnabled: t.boolean({ required: true, description: 'Whether it is on.' }),
  }),
})
const AddInput = builder.inputType('AddBankAccountInput', {
  description: 'An account at another judge.',
  fields: (t) => ({
    bank: t.string(key),
    username: t.string({ required: true, description: 'Username there.' }),
    password: t.string({ required: true, description: 'Password there.' }),
  }),
})
const PasswordInput = builder.inputType('ChangeBankPasswordInput', {
  description: 'Another password of an account.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: BankAccount, description: 'The account.' }),
    password: t.string({ required: true, description: 'Password there.' }),
  }),
})
const RemoveInput = builder.inputType('RemoveBankAccountInput', {
  description: 'An account to remove.',
  fields: (t) => ({ id: t.globalID({ required: true, for: BankAccount, description: 'The account.' }) }),
})
const TestInput = builder.inputType('TestBankAccountInput', {
  description: 'An account to log in with.',
  fields: (t) => ({ id: t.globalID({ required: true, for: BankAccount, description: 'The account.' }) }),
})
const ImportInput = builder.inputType('ImportBankProblemInput', {
  description: 'A problem of another judge.',
  fields: (t) => ({ bank: t.string(key), problem: t.string(id) }),
})
const ImportsInput = builder.inputType('ImportBankProblemsInput', {
  description: 'Problems of another judge.',
  fields: (t) => ({
    bank: t.string(key),
    problems: t.string({
      required: true,
      description: 'Ids and ranges such as 1000-1010, separated by blanks.',
    }),
  }),
})
const IntoTrainingInput = builder.inputType('ImportBankProblemIntoTrainingInput', {
  description: 'A problem of another judge for a training.',
  fields: (t) => ({
    bank: t.string(key),
    problem: t.string(id),
    trainingId: t.globalID({ required: true, description: 'The training.' }),
  }),
})
const IntoContestInput = builder.inputType('ImportBankProblemIntoContestInput', {
  description: 'A problem of another judge for a contest.',
  fields: (t) => ({
    bank: t.string(key),
    problem: t.string(id),
    contestNumber: t.int({ required: true, description: 'Number of the contest.' }),
    label: t.string({ required: true, description: 'Label in the contest: A, B, C.' }),
  }),
})
const RefreshInput = builder.inputType('RefreshBankProblemInput', {
  description: 'A problem to take over again from its bank.',
  fields: (t) => ({ number: t.int({ required: true, description: 'Number of the problem.' }) }),
})

const OF_READING = [
  'BANK_OFF',
  'BANK_UNREACHABLE',
  'BANK_NO_PROBLEM',
  'BANK_CHANGED',
  'BANK_WRONG_PASSWORD',
  'BANK_LOCKED',
  'BANK_CAPTCHA',
  'BANK_SIGNED_OUT',
  'BANK_TOO_FAST',
  'BANK_FORBIDDEN_ADDRESS',
] as const

builder.mutationFields((t) => ({
  switchBank: t.field({
    type: BankType,
    description: 'Switches another judge on or off.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: SwitchInput, required: true }) },
    resolve: async (_, { input: { bank, isEnabled } }, ctx) =>
      stateOf(ctx, await switchBank(ctx, bank, isEnabled)),
  }),
  addBankAccount: t.field({
    type: BankAccount,
    description: 'Adds an account at another judge.',
    refuses: ['FORBIDDEN', 'BANK_ACCOUNT_TAKEN', 'BANK_ACCOUNTS_FULL'],
    args: { input: t.arg({ type: AddInput, required: true }) },
    resolve: (_, { input }, ctx) => addBankAccount(ctx, input),
  }),
  changeBankPassword: t.field({
    type: BankAccount,
    description: 'Changes the stored password of an account and puts it back into service.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: PasswordInput, required: true }) },
    resolve: (_, { input }, ctx) => changeBankPassword(ctx, Number(input.id.id), input.password),
  }),
  removeBankAccount: t.field({
    type: BankType,
    description: 'Removes an account of a bank; what it has sent and has no verdict yet fails.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (_, { input }, ctx) => stateOf(ctx, await removeBankAccount(ctx, Number(input.id.id))),
  }),
  testBankAccount: t.field({
    type: BankAccount,
    description: 'Logs in with an account; on success it is in service.',
    refuses: [
      'FORBIDDEN',
      'BANK_ACCOUNT_BUSY',
      ...OF_READING.filter((code) => code !== 'BANK_OFF' && code !== 'BANK_NO_PROBLEM'),
    ],
    args: { input: t.arg({ type: TestInput, required: true }) },
    resolve: (_, { input }, ctx) => testBankAccount(ctx, Number(input.id.id)),
  }),
  importBankProblem: t.prismaField({
    type: 'Problem',
    description: 'Imports a problem of another judge.',
    refuses: ['FORBIDDEN', 'BANK_PROBLEM_ID', 'BANK_PROBLEM_THERE', ...OF_READING],
    args: { input: t.arg({ type: ImportInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await importBankProblem(ctx, input.bank, input.problem)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  importBankProblems: t.prismaField({
    type: 'Operation',
    description: 'Imports problems of another judge in the background.',
    refuses: ['FORBIDDEN', 'BANK_PROBLEM_ID', 'BANK_OFF'],
    args: { input: t.arg({ type: ImportsInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await startBankImport(ctx, input.bank, input.problems)
      return ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  importBankProblemIntoTraining: t.prismaField({
    type: 'Training',
    description: 'Links a problem of another judge to a training, imported first when it is not here.',
    refuses: [
      'FORBIDDEN',
      'BANK_PROBLEM_ID',
      'TRAINING_PROBLEM_TWICE',
      'TRAINING_PROBLEMS_FULL',
      ...OF_READING,
    ],
    args: { input: t.arg({ type: IntoTrainingInput, required: true }) },
    resolve: async (query, _, { input: { bank, problem, trainingId } }, ctx) => {
      const id = trainingOfId(trainingId) ?? Number.NaN
      await importIntoTraining(ctx, { bank, id: problem, trainingId: id })
      return ctx.db.training.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  importBankProblemIntoContest: t.prismaField({
    type: 'Contest',
    description: 'Links a problem of another judge to a contest, imported first when it is not here.',
    refuses: [
      'FORBIDDEN',
      'BANK_PROBLEM_ID',
      'CONTEST_PROBLEM_TWICE',
      'CONTEST_PROBLEMS_FULL',
      ...OF_READING,
    ],
    args: { input: t.arg({ type: IntoContestInput, required: true }) },
    resolve: async (query, _, { input: { bank, problem, contestNumber, label } }, ctx) => {
      await importIntoContest(ctx, { bank, id: problem, contestId: contestNumber, displayId: label })
      return ctx.db.contest.findUniqueOrThrow({ ...query, where: { id: contestNumber } })
    },
  }),
  refreshBankProblem: t.prismaField({
    type: 'Problem',
    description: 'Takes over statement, samples, limits and languages as the bank shows them now.',
    refuses: ['FORBIDDEN', 'BANK_NOT_IMPORTED', ...OF_READING],
    args: { input: t.arg({ type: RefreshInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await takeBankChanges(ctx, input.number)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.subscriptionFields((t) => ({
  banksChanged: t.field({
    type: [BankType],
    nullable: true,
    description: 'Other judges and what goes on there, now and after each change; for staff.',
    subscribe: (_, __, ctx) => watchBanks(ctx),
    resolve: (_, __, ctx) => bankStates(ctx),
  }),
}))
