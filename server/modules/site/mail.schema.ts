import { builder, SLOW } from '../../builder.ts'
import { type MailTrial, tryMail } from './mail.ts'

const MailTrialRef = builder.objectRef<MailTrial>('MailTrial').implement({
  description: 'A mail that was sent to try the settings.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'Where it went.' }),
    fault: t.exposeString('fault', {
      nullable: true,
      description: 'What the mail server said when it did not take it; null when it did.',
    }),
  }),
})

const TryMailInput = builder.inputType('TryMailInput', {
  description: 'Where a mail is to go.',
  fields: (t) => ({ address: t.string({ required: true, description: 'An e-mail address.' }) }),
})

builder.mutationField('tryMail', (t) =>
  t.field({
    type: MailTrialRef,
    complexity: SLOW,
    description: 'Sends a mail to see whether the settings are right; for administrators of the site.',
    refuses: ['FORBIDDEN', 'TOO_MANY_REQUESTS'],
    args: { input: t.arg({ type: TryMailInput, required: true }) },
    resolve: (_, { input }, ctx) => tryMail(ctx, input.address),
  }),
)
