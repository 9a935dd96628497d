import { builder } from '../../builder.ts'
import { type CheckInState, checkIn, findCheckIn } from './checkIn.ts'

const CheckInStateRef = builder.objectRef<CheckInState>('CheckInState').implement({
  description: "The viewer's check-ins. Fortune is 1 to 13; its texts are in the ui catalogue.",
  fields: (t) => ({
    doneToday: t.exposeBoolean('doneToday', { description: 'Whether the viewer has checked in today.' }),
    fortune: t.exposeInt('fortune', { description: 'Fortune drawn today; null before.', nullable: true }),
    streak: t.exposeInt('streak', { description: 'Consecutive days, today included when checked in.' }),
    week: t.exposeBooleanList('week', { description: 'Last seven days, oldest first.' }),
  }),
})

builder.queryFields((t) => ({
  checkIn: t.field({
    type: CheckInStateRef,
    nullable: true,
    description: 'Null for guests.',
    resolve: (_, __, ctx) => findCheckIn(ctx),
  }),
}))

builder.mutationFields((t) => ({
  checkIn: t.field({
    refuses: ['ALREADY_CHECKED_IN'],
    description: 'Checks in for today.',
    type: CheckInStateRef,
    resolve: (_, __, ctx) => checkIn(ctx),
  }),
}))
