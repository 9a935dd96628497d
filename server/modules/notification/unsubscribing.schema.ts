import { builder, OPEN } from '../../builder.ts'
import { NotificationKindEnum as KindEnum } from '../../enums.ts'
import { findUnsubscribing, type Unsubscribing, unsubscribe } from './unsubscribing.ts'

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
  unsubscribe: t.field({
    type: UnsubscribingRef,
    refuses: ['NOT_FOUND'],
    description: 'Turns off what an unsubscribe link names; needs no login.',
    extensions: OPEN,
    args: { input: t.arg({ type: UnsubscribeInput, required: true }) },
    resolve: (_, { input: { token } }, ctx) => unsubscribe(ctx, token),
  }),
}))
