import { builder, SLOW } from '../../../builder.ts'
import { generateAccounts } from './accountDrafts.ts'

const GenerateAccountsInput = builder.inputType('GenerateAccountsInput', {
  description: 'A series of accounts, named by prefix, number and suffix.',
  fields: (t) => ({
    prefix: t.string({ description: 'Prefix; default: empty.' }),
    suffix: t.string({ description: 'Suffix; default: empty.' }),
    from: t.int({ required: true, description: 'First number, from 0.' }),
    to: t.int({ required: true, description: 'Last number, at most 9,999 above the first.' }),
    passwordLength: t.int({ required: true, description: 'Password length, 6 to 25 characters.' }),
  }),
})

builder.mutationFields((t) => ({
  generateAccounts: t.prismaField({
    type: 'Operation',
    complexity: SLOW,
    description:
      'Creates a series of accounts, all or none; the viewer can download the passwords for half an hour.',
    refuses: ['FORBIDDEN', 'ACCOUNTS_UNUSABLE'],
    args: { input: t.arg({ type: GenerateAccountsInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { prefix, suffix, ...numbers } = input
      const { id } = await generateAccounts(ctx, { prefix: prefix ?? '', suffix: suffix ?? '', ...numbers })
      return ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
