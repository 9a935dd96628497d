import { beforeAll, describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { giveSeats } from '#server/modules/contest/organising/seatAssignment.ts'
import { basic, openContestApi } from '../../support/contestFeed.ts'
import { minutes } from '../../support/contestSite.ts'
import { tellContest } from '../../support/contests.ts'
import { addPerson, contextOf, type Person, signIn } from '../../support/people.ts'

/** The event feed of the CLICS Contest API, as tools of the ICPC follow a contest. */

const { arena, people, problems, call, put, sent, ask, read, openFeed, follow, running, queued } =
  openContestApi()

let deputy: Person

beforeAll(async () => {
  deputy = await addPerson(arena.site, 'deputy', { role: 'ADMIN' })
})

describe('the event feed', () => {
  it('tells a submission, its judgement, another one and its end as they happen', async () => {
    const cid = await running()
    const feed = await follow(cid)
    expect(feed.get('contest')).toMatchObject({ id: String(cid), penalty_time: 20 })
    expect(feed.get('state')).toMatchObject({ started: expect.any(String), ended: null, finalized: null })
    expect(feed.all('submissions')).toHaveLength(3)
    const { id, judge, payload } = await queued(people.team7, cid, problems.path.id)
    await expect
      .poll(() => feed.get('submissions', id))
      .toMatchObject({ team_id: people.team7.id, problem_id: 'B' })
    expect(feed.get('judgements', `judgement-${id}`)).toBeNull()
    const { from, to } = await judge('WRONG_ANSWER')
    await expect
      .poll(() => feed.get('judgements', `judgement-${id}`))
      .toMatchObject({
        judgement_type_id: 'WA',
        start_time: from.toISOString(),
        end_time: to.toISOString(),
      })
    await judge('ACCEPTED')
    await expect.poll(() => feed.get('judgements', `judgement-${id}`)?.judgement_type_id).toBe('AC')
    expect(feed.get('awards', 'first-to-solve-B')).toMatchObject({ team_ids: [people.bob.id] })
    // A failure of the judge counts nowhere, and is no submission for others.
    await judge('JUDGE_ERROR')
    await expect.poll(() => feed.get('submissions', id)).toBeNull()
    expect(feed.get('judgements', `judgement-${id}`)).toBeNull()
    await judge('ACCEPTED')
    await expect.poll(() => feed.get('judgements', `judgement-${id}`)?.judgement_type_id).toBe('AC')
    await arena.site.prisma.submission.update({ where: { id }, data: { state: 'QUEUED', verdict: null } })
    await emit(contextOf(arena.site, null), 'submission.changed', payload)
    await expect.poll(() => feed.get('judgements', `judgement-${id}`)).toBeNull()
    expect(feed.get('submissions', id)).not.toBeNull()
  })

  it('tells a team that is given a seat before it has registered or sent anything', async () => {
    const cid = await running()
    const feed = await follow(cid)
    expect(feed.get('teams', people.team7.id)).toBeNull()
    await giveSeats(contextOf(arena.site, people.owner), cid, [{ username: 'team7', seat: 'A12' }])
    await expect.poll(() => feed.get('teams', people.team7.id)).toMatchObject({ label: 'team7' })
  })

  it('tells teams, problems, questions with their answers, and announcements', async () => {
    const cid = await running()
    const feed = await follow(cid)
    await arena.site.prisma.participation.create({
      data: { contestId: cid, userId: people.team7.id, registeredAt: new Date() },
    })
    await emit(contextOf(arena.site, null), 'participation.changed', {
      contestId: cid,
      userId: people.team7.id,
    })
    await expect
      .poll(() => feed.get('teams', people.team7.id))
      .toMatchObject({ name: 'team7', group_ids: ['official'] })
    await arena.site.prisma.user.update({ where: { id: people.team7.id }, data: { school: 'North Shore' } })
    await emit(contextOf(arena.site, null), 'profile.changed', { userId: people.team7.id })
    await expect.poll(() => feed.get('teams', people.team7.id)?.organization_id).toBeTruthy()
    const { organization_id } = feed.get('teams', people.team7.id)
    // A team of another school that comes to stand above keeps the ids of both.
    await arena.site.prisma.user.update({ where: { id: people.bob.id }, data: { school: 'South Shore' } })
    await sent(people.bob, cid, problems.sum.id, 40)
    await emit(contextOf(arena.site, null), 'profile.changed', { userId: people.bob.id })
    await expect.poll(() => feed.get('teams', people.bob.id)?.organization_id).toBeTruthy()
    expect(feed.get('teams', people.team7.id)).toMatchObject({ organization_id })
    expect(feed.all('organizations').map(({ name }) => name)).toEqual(['North Shore', 'South Shore'])
    await put(cid, problems.spare.id, 'C')
    await expect.poll(() => feed.get('problems', 'C')).toMatchObject({ ordinal: 3, name: 'Problem C' })
    const asked = await call(people.ada, 'POST', '/api/comment', { cid, content: 'Is n positive?' })
    expect(asked).toMatchObject({ status: 200 })
    const key = `comment-${asked.data.id}`
    await expect
      .poll(() => feed.get('clarifications', key))
      .toMatchObject({
        from_team_id: people.ada.id,
        text: 'Is n positive?',
      })
    await call(people.owner, 'POST', '/api/reply', {
      cid,
      quoteId: asked.data.id,
      quoteType: 'Comment',
      reply: { commentId: asked.data.id, toUid: people.ada.id, toName: 'ada', content: 'Yes.' },
    })
    await expect
      .poll(() => feed.all('clarifications').at(-1))
      .toMatchObject({
        reply_to_id: key,
        to_team_id: people.ada.id,
        text: 'Yes.',
      })
    expect(feed.all('clarifications').at(-1)).not.toHaveProperty('from_team_id')
    await call(people.owner, 'POST', '/api/admin/contest/announcement', {
      cid,
      announcement: { title: 'Lunch', content: 'At noon.', status: 0 },
    })
    await expect.poll(() => feed.all('clarifications').map(({ text }) => text)).toContain('Lunch\n\nAt noon.')
  })

  it('has no words of spectators, which would be those of the jury', async () => {
    const cid = await running()
    const feed = await follow(cid)
    const say = async (who: Person, content: string): Promise<number> =>
      (await call(who, 'POST', '/api/comment', { cid, content })).data.id
    const answer = async (comment: number, whom: Person, content: string) => {
      const reply = { commentId: comment, toUid: whom.id, toName: whom.username, content }
      const said = { cid, quoteId: comment, quoteType: 'Comment', reply }
      expect(await call(people.owner, 'POST', '/api/reply', said)).toMatchObject({ status: 200 })
    }
    const asked = await say(people.team7, 'Who leads?')
    await answer(asked, people.team7, 'See the board.')
    await say(people.owner, 'Good luck.')
    await answer(await say(people.ada, 'Is m odd?'), people.ada, 'No.')
    await expect.poll(() => feed.all('clarifications').at(-1)?.text).toBe('No.')
    expect(
      feed
        .all('clarifications')
        .map(({ text, from_team_id, to_team_id }) => [text, from_team_id, to_team_id]),
    ).toEqual([
      ['Good luck.', undefined, undefined],
      ['Is m odd?', people.ada.id, undefined],
      ['No.', undefined, people.ada.id],
    ])
  })

  it('tells the freeze, the end and the thaw, and ends its updates when all is judged', async () => {
    const cid = await running({ sealRank: true, sealRankTime: minutes(-20).toJSON(), autoRealRank: false })
    const feed = await follow(cid)
    expect(feed.get('state')).toMatchObject({ frozen: expect.any(String), ended: null })
    const late = await queued(people.team7, cid, problems.path.id)
    const change = async (data: object) =>
      tellContest(
        arena.site,
        await arena.site.prisma.contest.update({
          where: { id: cid },
          data: { ...data, version: { increment: 1 } },
        }),
      )
    await change({ endsAt: minutes(-1) })
    await expect.poll(() => feed.get('state')).toMatchObject({ ended: expect.any(String), finalized: null })
    await late.judge('ACCEPTED')
    await expect.poll(() => feed.get('state')).toMatchObject({ finalized: expect.any(String), thawed: null })
    expect(feed.get('state').end_of_updates).toBeNull()
    await change({ thawsAt: new Date() })
    await expect.poll(() => feed.get('state').end_of_updates).toBeTruthy()
    expect(feed.text.trimEnd().split('\n').at(-1)).toContain('"end_of_updates":"')
  })

  it('goes on from a token, also with what was removed meanwhile, and refuses unknown ones', async () => {
    const cid = await running()
    const feed = await follow(cid)
    const [one, other] = [
      await queued(people.team7, cid, problems.path.id),
      await queued(people.bob, cid, problems.sum.id),
    ]
    await expect.poll(() => feed.get('submissions', other.id)).not.toBeNull()
    const { token } = feed
    feed.close()
    await one.judge('JUDGE_ERROR')
    await other.judge('WRONG_ANSWER')
    const again = await openFeed(cid, `?since_token=${token}`, basic('owner'), feed)
    await expect.poll(() => again.get('judgements', `judgement-${other.id}`)).not.toBeNull()
    expect(again.get('submissions', one.id)).toBeNull()
    expect(again.text).not.toContain('"type":"contest"')
    for (const unknown of [
      '1',
      'x.1',
      `${token}9`,
      token.replace(/^./, (letter) => (letter === '0' ? '1' : '0')),
    ])
      expect((await ask(`/contests/${cid}/event-feed?since_token=${unknown}`)).status, unknown).toBe(400)
    // Tokens of a person are unknown to others.
    expect((await ask(`/contests/${cid}/event-feed?since_token=${token}`, people.root.token)).status).toBe(
      400,
    )
  })

  it('ends with the session, and with the right to organise', async () => {
    const cid = await running()
    const { token, sessionId } = await signIn(arena.site, people.owner)
    const feed = await follow(cid, '', token)
    const own = await follow(cid, '', people.root.token)
    await arena.site.prisma.session.update({ where: { id: sessionId }, data: { expiresAt: new Date() } })
    await emit(contextOf(arena.site, null), 'session.ended', { userId: people.owner.id, sessionId })
    await expect.poll(() => feed.ended).toBe(true)
    expect(own.ended).toBe(false)
    const lent = await follow(cid, '', people.owner.token)
    await arena.site.prisma.contest.update({
      where: { id: cid },
      data: { ownerId: deputy.id, version: { increment: 1 } },
    })
    await emit(contextOf(arena.site, null), 'contest.changed', { contestId: cid })
    await expect.poll(() => lent.ended).toBe(true)
    expect(own.ended).toBe(false)
  })

  it('is kept alive by newlines, and ends when a login is ended past the events', async () => {
    const cid = await running()
    const { token, sessionId } = await signIn(arena.site, people.owner)
    const feed = await follow(cid, '', token)
    await expect.poll(() => feed.text.endsWith('\n\n\n')).toBe(true)
    expect(feed.ended).toBe(false)
    await arena.site.prisma.session.update({ where: { id: sessionId }, data: { expiresAt: new Date() } })
    await expect.poll(() => feed.ended).toBe(true)
  })

  it('is open at most twenty times for one account', async () => {
    const cid = await running()
    const feeds = await Promise.all(Array.from({ length: 20 }, () => follow(cid)))
    expect((await ask(`/contests/${cid}/event-feed`)).status).toBe(429)
    expect(await read(`/contests/${cid}/state`)).toMatchObject({ ended: null })
    feeds[0]?.close()
    await expect
      .poll(async () => {
        const answer = await ask(`/contests/${cid}/event-feed`)
        await answer.body?.cancel()
        return answer.status
      })
      .toBe(200)
  })

  it('ends when its contest is removed, which is not found after that', async () => {
    const cid = await running()
    const feed = await follow(cid)
    const removed = await call(people.root, 'DELETE', `/api/admin/contest?cid=${cid}`)
    expect(removed).toMatchObject({ status: 200 })
    await expect.poll(() => feed.ended).toBe(true)
    expect((await ask(`/contests/${cid}`)).status).toBe(404)
  })
})
