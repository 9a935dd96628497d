import { builder, noteSeen, sees } from '../../builder.ts'
import { RowChangeEnum, SubmissionFilterInput } from '../../enums.ts'
import type { ChangedRow } from '../../watch.ts'
import { filterOfInput, unsealing } from './listing.ts'
import { Submission } from './submission.schema.ts'
import { loadLive, watchSubmission, watchSubmissions } from './watching.ts'

/** The row of an event; whether the viewer may see it, which its type asks next, is read at the same time. */
const loadSeen: typeof loadLive = (ctx, query, id) => {
  sees(ctx, ['submission', id]).catch(() => {})
  return loadLive(ctx, query, id)
}

const SubmissionChangeType = builder.objectRef<ChangedRow>('SubmissionChange').implement({
  description: 'What became of a submission of a list.',
  fields: (t) => ({
    change: t.expose('change', { description: 'Kind of the change.', type: RowChangeEnum }),
    created: t.boolean({
      description: 'Whether it is new there.',
      deprecationReason: 'change says more.',
      resolve: ({ change }) => change === 'CREATED',
    }),
    submission: t.prismaField({
      type: Submission,
      nullable: true,
      description: 'Null for a RESET: the viewer sees some rows no longer, or others as well.',
      resolve: (query, { id }, _, ctx) => {
        if (id === null) return null
        // The stream has read the row under the rule of its list, which lets nothing through that is not seen by itself.
        noteSeen(ctx, ['submission', id])
        return loadLive(ctx, query, id)
      },
    }),
  }),
})

builder.subscriptionFields((t) => ({
  submissionChanged: t.prismaField({
    description: 'A submission, whenever it changes.',
    type: Submission,
    args: { id: t.arg.globalID({ required: true, for: [Submission] }) },
    subscribe: (_, { id }, ctx) => watchSubmission(ctx, Number(id.id)),
    resolve: (query, id, _, ctx) => loadSeen(ctx, query, id),
  }),
  submissionsChanged: t.field({
    type: SubmissionChangeType,
    description:
      'The rows that a list with this filter shows (no filter by verdict or state: rows that left it too).',
    args: { filter: t.arg({ description: 'Which list.', type: SubmissionFilterInput }) },
    subscribe: (_, { filter }, ctx) => watchSubmissions(unsealing(ctx, filter), filterOfInput(filter)),
    resolve: (change) => change,
  }),
}))
