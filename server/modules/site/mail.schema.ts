import { builder, SLOW } from '../../builder.ts'
import { type MailTrial, tryMail } from './mail.ts'

const MailTrialRef = builder.objectRef<MailTrial>('MailTrial').implement({
  description: 'A test mail.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'Recipient.' }),
    fault: t.exposeString('fault', {
      nullable: true,
      description: 'Error of the mail server; null on success.',
    }),
  }),
})

const TryMailInput = builder.inputType('TryMailInput', {
  description: 'A test mail to send.',
  fields: (t) => ({ address: t.string({ required: true, description: 'E-mail address.' }) }),
})

builder.mutationField('tryMail', (t) =>
  t.field({
    type: MailTrialRef,
    complexity: SLOW,
    description: 'Sends a test mail with the current settings; for site administrators.',
    refuses: ['FORBIDDEN', 'TOO_MANY_REQUESTS'],
    args: { input: t.arg({ type: TryMailInput, required: true }) },
    resolve: (_, { input }, ctx) => tryMail(ctx, input.address),
  }),
)
