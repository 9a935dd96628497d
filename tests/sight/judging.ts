import type { SightExample, SightFixture } from '../support/sight.ts'

/** A rejudging of a submission that everybody sees. */
const rejudge = ({ site, open }: SightFixture) =>
  site.prisma.rejudging.create({
    data: {
      scope: 'SUBMISSION',
      entries: { create: { submissionId: open } },
      operation: { create: { kind: 'SINGLE_REJUDGING', total: 1 } },
    },
    include: { entries: true },
  })

export const sight = {
  bankAccount: {
    type: 'BankAccount',
    seers: ['root'],
    make: async ({ site }) => {
      const data = { bank: 'HDU', username: 'Secret', password: new Uint8Array(1) }
      return (await site.prisma.bankAccount.create({ data })).id
    },
  },
  judgement: {
    type: 'Judgement',
    seers: ['root'],
    make: async ({ site, open }) => {
      const data = { id: 'judgement-of-ada', submissionId: open, attempt: 1, task: {} }
      return (await site.prisma.judgement.create({ data })).id
    },
  },
  rejudging: { type: 'Rejudging', seers: ['root'], make: async (stage) => (await rejudge(stage)).id },
  rejudgingEntry: {
    type: 'RejudgingEntry',
    seers: ['root'],
    make: async (stage) => (await rejudge(stage)).entries[0]?.id ?? 0,
  },
  trial: {
    type: 'Trial',
    seers: ['ada'],
    make: async ({ site, people, shown }) => {
      const task = { input: 'secret input', source: '' }
      const data = { id: 'trial-of-ada', userId: people.ada.id, problemId: shown.id, task }
      return (await site.prisma.trial.create({ data })).id
    },
  },
  making: {
    type: 'Making',
    seers: ['root'],
    make: async ({ site, people, hidden }) => {
      const of = { id: 'making-of-root', problemId: hidden.id, userId: people.root.id }
      return (await site.prisma.making.create({ data: { ...of, kind: 'MAKE', task: {}, plan: [] } })).id
    },
  },
} satisfies Record<string, SightExample>

export const open = ['JudgeHost']
