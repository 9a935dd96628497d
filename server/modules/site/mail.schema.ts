import { builder, SLOW } from '../../builder.ts'
import { type MailTrial, tryMail } from './mail.ts'

const MailTrialRef = builder.objectRef<MailTrial>('MailTrial').implement({
  description: 'A test mail.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'Recipient.' }),
    fault: t.exposeString('fault', {
      nullable: true,
      description: 'Why the mail was not sent; null on success.',
    }),
    isAnswer: t.exposeBoolean('isAnswer', {
      description:
        'Whether the fault is an answer of the mail server; otherwise it was not reached, or was silent.',
    }),
    isInOutbox: t.exposeBoolean('isInOutbox', {
      description: "Whether no mail server is set, so that the mail is a file in this server's outbox.",
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
