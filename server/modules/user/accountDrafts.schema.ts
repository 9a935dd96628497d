import { builder, SLOW } from '../../builder.ts'
import { generateAccounts } from './accountDrafts.ts'

const GenerateAccountsInput = builder.inputType('GenerateAccountsInput', {
  description: 'A series of accounts, each named by the prefix, its number and the suffix.',
  fields: (t) => ({
    prefix: t.string({ description: 'Before the number; nothing when it is left out.' }),
    suffix: t.string({ description: 'Behind the number; nothing when it is left out.' }),
    from: t.int({ required: true, description: 'The first number, from 0.' }),
    to: t.int({ required: true, description: 'The last number, at most 9,999 above the first.' }),
    passwordLength: t.int({ required: true, description: 'Characters of a password, 6 to 25.' }),
  }),
})

builder.mutationFields((t) => ({
  generateAccounts: t.prismaField({
    type: 'Operation',
    complexity: SLOW,
    description:
      'Makes a series of accounts, all of them or none; who asked can fetch their passwords for half an hour.',
    refuses: ['FORBIDDEN', 'ACCOUNTS_UNUSABLE'],
    args: { input: t.arg({ type: GenerateAccountsInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { prefix, suffix, ...numbers } = input
      const { id } = await generateAccounts(ctx, { prefix: prefix ?? '', suffix: suffix ?? '', ...numbers })
      return ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
