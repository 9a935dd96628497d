import { beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '#server/context.ts'
import { transact } from '#server/events.ts'
import { changeContestNotice, createContestNotice } from '#server/modules/contest/contestNotices.ts'
import { addContestProblem, removeContestProblem } from '#server/modules/contest/contestProblems.ts'
import { lockContest, updateContest } from '#server/modules/contest/organising/organising.ts'
import { lockProblem, updateProblem } from '#server/modules/problem/authoring/editing.ts'
import { changeProfile } from '#server/modules/user/profile.ts'
import { openContestSite } from '../../support/contestSite.ts'
import { globalId } from '../../support/judgeable.ts'
import { overlap } from '../../support/overlap.ts'
import { contextOf } from '../../support/people.ts'
import { SOURCE, SUBMIT } from '../../support/submitSite.ts'

/** What organisers do never keeps contestants waiting, and nothing of it is lost where two do it at once. */

const arena = openContestSite()
const { people, problems, makeContest, put } = arena
let cid = 0

beforeAll(async () => {
  cid = await makeContest()
  await put(cid, problems.sum.id, 'A')
})

const submit = () =>
  arena.site.graphql(
    SUBMIT,
    {
      input: {
        problemId: problems.sum.globalId,
        contestId: globalId('Contest', cid),
        language: 'cpp17o2',
        source: SOURCE,
      },
    },
    people.ada,
  )

/** Submits while a transaction of somebody's is open that has done `work`. */
async function submitDuring(who: keyof typeof people, work: (ctx: Context) => Promise<unknown>) {
  return transact(contextOf(arena.site, people[who]), async (ctx) => {
    await work(ctx)
    return submit()
  })
}

describe('a submission in a contest goes through while another transaction', () => {
  it.each([
    ['holds the contest', 'owner', (ctx: Context) => lockContest(ctx, cid)],
    ['edits the contest', 'owner', (ctx: Context) => updateContest(ctx, cid, { title: 'Another title' })],
    ['holds the problem', 'root', (ctx: Context) => lockProblem(ctx, problems.sum.id)],
    [
      'saves other tests of the problem',
      'root',
      (ctx: Context) =>
        updateProblem(ctx, problems.sum.id, {
          testcases: [{ input: '1 2\n', answer: `${Math.random()}\n`, subtask: 0, score: 0 }],
        }),
    ],
    ['changes the profile of who submits', 'ada', (ctx: Context) => changeProfile(ctx, { school: 'MIT' })],
  ] as const)('%s', async (_, who, work) => {
    const { errors, data } = await submitDuring(who, work)
    expect(errors).toBeUndefined()
    expect(data.submit.number).toBeGreaterThan(0)
  })
})

describe('two organisers at once', () => {
  it('do not publish a problem that another contest has just taken', async () => {
    const [here, there] = [await makeContest(), await makeContest()]
    const root = contextOf(arena.site, people.root)
    const { id } = problems.spare
    await addContestProblem(root, here, id, { displayId: 'A' })
    await overlap(
      arena.site,
      root,
      (ctx) => removeContestProblem(ctx, here, id, true),
      () => addContestProblem(contextOf(arena.site, people.root), there, id, { displayId: 'A' }),
    )
    const { visibility } = await arena.site.prisma.problem.findUniqueOrThrow({ where: { id } })
    expect(visibility).toBe('CONTEST_ONLY')
  })

  it('keep what each of them changes of an announcement, or are told of the other', async () => {
    const words = { title: 'Lunch', content: 'At noon', hidden: false }
    const owner = () => contextOf(arena.site, people.owner)
    const { id, version } = await createContestNotice(owner(), cid, words)
    await overlap(
      arena.site,
      owner(),
      (ctx) => changeContestNotice(ctx, id, { title: 'Late lunch' }),
      () => changeContestNotice(owner(), id, { content: 'At one' }),
    )
    const notice = await arena.site.prisma.contestNotice.findUniqueOrThrow({ where: { id } })
    expect(notice).toMatchObject({ title: 'Late lunch', content: 'At one' })
    const stale = await arena.site.graphql(
      'mutation ($input: ChangeContestNoticeInput!) { changeContestNotice(input: $input) { version } }',
      { input: { number: id, version, title: 'No lunch' } },
      people.owner,
    )
    expect(stale.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', version: version + 2 })
  })
})
