import { createOperationDescriptor, getRequest } from 'relay-runtime'
import { expect, it } from 'vitest'
import notices from '../__generated__/ContestNoticesQuery.graphql.ts'
import dialog from '../__generated__/JudgingDialogQuery.graphql.ts'
import counted from '../__generated__/JudgingNoteSubscription.graphql.ts'
import titles from '../__generated__/NoticePopupQuery.graphql.ts'
import { environment } from './environment.ts'

/** Rows and records without a node id, as answers with different fields fill them. */

const operation = (artifact: typeof notices | typeof counted | typeof dialog | typeof titles, values = {}) =>
  createOperationDescriptor(getRequest(artifact), values)

const read = (query: ReturnType<typeof operation>) => environment.lookup(query.fragment).data

it('keeps the text of an announcement when a newer one takes its place in the list', () => {
  const page = operation(notices, { number: 1 })
  const contest = { __typename: 'Contest', id: 'contest' }
  const createdAt = '2026-01-01T00:00:00.000Z'
  const first = { number: 1, title: 'Problem A', createdAt }
  const whole = { ...first, contentTree: ['The sum fits 64 bits.'], author: null }
  environment.commitPayload(page, { viewer: null, contest: { ...contest, notices: [whole] } })
  environment.commitPayload(operation(titles, { number: 1, withTexts: false }), {
    viewer: null,
    contest: {
      ...contest,
      status: 'RUNNING',
      notices: [{ number: 2, title: 'Problem B', createdAt }, first],
    },
  })
  expect(read(page)).toMatchObject({
    contest: {
      notices: [
        { number: 2, title: 'Problem B', contentTree: undefined },
        { number: 1, title: 'Problem A', contentTree: ['The sum fits 64 bits.'] },
      ],
    },
  })
})

it('keeps the judge hosts of an open dialog when the list below it hears of the queue', () => {
  const asked = operation(dialog)
  const host = { id: 'host', name: 'north', slots: 4, running: 0, load: 0.5, cores: 4, reason: null }
  const startedAt = '2026-01-01T00:00:00.000Z'
  environment.commitPayload(asked, {
    judging: {
      waiting: 0,
      running: 0,
      hosts: [{ ...host, startedAt, toolchains: [], protections: [] }],
    },
  })
  environment.commitPayload(operation(counted), { judgingChanged: { queueLength: 3, hostCount: 1 } })
  expect(read(asked)).toMatchObject({ judging: { waiting: 0, hosts: [{ name: 'north', load: 0.5 }] } })
})
