import { builder } from '../../builder.ts'
import { RowChangeEnum } from '../../enums.ts'
import type { ChangedRow } from '../../watch.ts'
import { Problem } from './problem.schema.ts'
import { findListed, watchProblem, watchProblems } from './watching.ts'

/** A change in the list of the site (null) or of a group. */
type ListChange = { row: ChangedRow; groupId: number | null }

const ProblemListChange = builder.objectRef<ListChange>('ProblemListChange').implement({
  description: 'A change of a problem in a list.',
  fields: (t) => ({
    change: t.field({
      type: RowChangeEnum,
      description: 'What changed.',
      resolve: ({ row }) => row.change,
    }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the problem, even when it was deleted; null for a RESET.',
      resolve: ({ row: { id } }) => (id === null ? null : { type: Problem, id }),
    }),
    problem: t.field({
      type: Problem,
      nullable: true,
      description: 'The problem; null when it left the list.',
      resolve: ({ row: { change, id }, groupId }, _, ctx) =>
        id === null || change === 'REMOVED' ? null : findListed(ctx, id, groupId),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  problemChanged: t.field({
    type: Problem,
    description:
      'A problem after each save, for viewers who see it outside contests; `contestChanged` covers those in a contest.',
    args: { id: t.arg.globalID({ for: [Problem], required: true, description: 'The problem.' }) },
    subscribe: (_, { id }, ctx) => watchProblem(ctx, Number(id.id)),
    resolve: (problem) => problem,
  }),
  problemsChanged: t.field({
    type: ProblemListChange,
    description:
      'Problems of the list of the site, or of a group for its members, as they enter it, are saved and leave it; RESET when the tags change.',
    args: { groupId: t.arg.globalID({ description: 'The group; default: the site.' }) },
    subscribe: (_, { groupId }, ctx) => watchProblems(ctx, groupId ? Number(groupId.id) : null),
    resolve: (row, { groupId }) => ({ row, groupId: groupId ? Number(groupId.id) : null }),
  }),
}))
