import type { User } from '#prisma/generated/client.ts'
import { MailPace } from '#prisma/generated/enums.ts'
import { builder, OPEN } from '../../builder.ts'
import { hasMailServer } from '../site/mail.ts'
import { Profile } from '../user/profile.schema.ts'
import { changeMailChoices } from './mailChoices.ts'
import { KindEnum } from './notification.schema.ts'
import { findUnsubscribing, type Unsubscribing, unsubscribe } from './unsubscribing.ts'

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

const UnsubscribingRef = builder.objectRef<Unsubscribing>('Unsubscribing').implement({
  description: 'What an unsubscribe link turns off.',
  fields: (t) => ({
    kinds: t.field({ type: [KindEnum], description: 'Kinds it turns off.', resolve: ({ kinds }) => kinds }),
    left: t.field({
      type: [KindEnum],
      description: 'Kinds of these that are still mailed.',
      resolve: ({ left }) => left,
    }),
  }),
})

const ChangeMailChoicesInput = builder.inputType('ChangeMailChoicesInput', {
  description: 'Which notifications to mail; omitted fields stay as they are.',
  fields: (t) => ({
    kinds: t.field({ type: [KindEnum], description: 'Kinds to mail; empty: none.' }),
    pace: t.field({ type: PaceEnum, description: 'Pace of digests.' }),
  }),
})

const UnsubscribeInput = builder.inputType('UnsubscribeInput', {
  description: 'An unsubscribe link.',
  fields: (t) => ({ token: t.string({ required: true, description: 'Last part of the link.' }) }),
})

builder.queryFields((t) => ({
  unsubscribing: t.field({
    type: UnsubscribingRef,
    nullable: true,
    description: 'What an unsubscribe link turns off, null for an invalid one; asking changes nothing.',
    args: { token: t.arg.string({ required: true, description: 'Last part of the link.' }) },
    resolve: (_, { token }, ctx) => findUnsubscribing(ctx, token),
  }),
}))

builder.mutationFields((t) => ({
  changeMailChoices: t.field({
    type: Profile,
    refuses: [],
    description: 'Sets which notifications the viewer gets by mail.',
    args: { input: t.arg({ type: ChangeMailChoicesInput, required: true }) },
    resolve: (_, { input: { kinds, pace } }, ctx) =>
      changeMailChoices(ctx, { ...(kinds && { kinds }), ...(pace && { pace }) }),
  }),
  unsubscribe: t.field({
    type: UnsubscribingRef,
    refuses: ['NOT_FOUND'],
    description: 'Turns off what an unsubscribe link names; needs no login.',
    extensions: OPEN,
    args: { input: t.arg({ type: UnsubscribeInput, required: true }) },
    resolve: (_, { input: { token } }, ctx) => unsubscribe(ctx, token),
  }),
}))
