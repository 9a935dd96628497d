import type { User } from '#prisma/generated/client.ts'
import { MailPace } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { NotificationKindEnum as KindEnum } from '../../enums.ts'
import { hasMailServer } from '../site/mail.ts'
import { changeMailChoices } from './mailChoices.ts'
import { Profile } from './profile.schema.ts'

const PaceEnum = builder.enumType(MailPace, {
  name: 'MailPace',
  description: 'How often a digest of notifications is mailed.',
})

const MailChoices = builder.objectRef<User>('MailChoices').implement({
  description: 'Which notifications are mailed.',
  fields: (t) => ({
    kinds: t.field({
      type: [KindEnum],
      description: 'Kinds that are mailed: the own account at once, others in digests.',
      resolve: ({ mailKinds }) => mailKinds,
    }),
    pace: t.field({ type: PaceEnum, description: 'Pace of digests.', resolve: ({ mailPace }) => mailPace }),
    hasServer: t.boolean({
      description: 'Whether the site has a mail server.',
      resolve: (_, __, ctx) => hasMailServer(ctx),
    }),
  }),
})

builder.objectFields(Profile, (t) => ({
  mail: t.field({
    type: MailChoices,
    description: 'Which notifications are mailed.',
    resolve: (user) => user,
  }),
}))

const ChangeMailChoicesInput = builder.inputType('ChangeMailChoicesInput', {
  description: 'Which notifications to mail; omitted fields stay as they are.',
  fields: (t) => ({
    kinds: t.field({ type: [KindEnum], description: 'Kinds to mail; empty: none.' }),
    pace: t.field({ type: PaceEnum, description: 'Pace of digests.' }),
  }),
})

builder.mutationFields((t) => ({
  changeMailChoices: t.field({
    type: Profile,
    refuses: [],
    description: 'Sets which notifications the viewer gets by mail.',
    args: { input: t.arg({ type: ChangeMailChoicesInput, required: true }) },
    resolve: (_, { input: { kinds, pace } }, ctx) =>
      changeMailChoices(ctx, { ...(kinds && { kinds }), ...(pace && { pace }) }),
  }),
}))
