import { describe, expect, it } from 'vitest'
import { reportDiscussion } from '#server/modules/discussion/report.ts'
import { globalId } from '../../support/judgeable.ts'
import { overlap } from '../../support/overlap.ts'
import { contextOf, type Person } from '../../support/people.ts'
import { codeOf, openPostSite, WORDS } from '../../support/posts.ts'

/** Reports of posts and their categories through every door (area-rules D10, D11). */

const stage = openPostSite({ ada: 'USER', bob: 'USER' })
const { people, call, ask } = stage

const NODE = 'query ($id: ID!) { node(id: $id) { id } }'

/** A post over REST; its number. */
async function post(who: Person, change: object = {}): Promise<number> {
  expect(await call(who, 'POST', '/api/discussion', { ...WORDS, ...change })).toMatchObject({ status: 200 })
  const { id } = await stage.site.prisma.discussion.findFirstOrThrow({ orderBy: { id: 'desc' } })
  return id
}

describe('reports', () => {
  const report = (who: Person, did: number, content: string) =>
    call(who, 'POST', '/api/discussion-report', { did, content, reporter: 'somebody' })
  const reports = async (who: Person) => (await call(who, 'GET', '/api/admin/discussion-report')).data.records

  it('need a label or a reason, replace an unchecked one, and are for staff (area-rules D10)', async () => {
    const did = await post(people.member, { gid: stage.groupId })
    const open = await post(people.ada)
    expect((await report(people.bob, did, '#抄袭#')).status).toBe(404)
    for (const content of ['', '  ']) expect((await report(people.bob, open, content)).status).toBe(400)
    expect((await report(people.bob, open, 'r'.repeat(201))).status).toBe(400)
    expect((await report(people.bob, open, `#抄袭##Spam ads#${'r'.repeat(200)}`)).status).toBe(200)
    // The words of the reference system's client.
    const theirs = `#垃圾广告# #色情低俗# #恶意骂战# ${'r'.repeat(200)}`
    expect((await report(people.bob, open, theirs)).status).toBe(200)
    const [told] = await reports(people.staff)
    expect(told.content).toMatch(/^#Spam ads##[^#]+##[^#]+#r{200}$/)
    await report(people.bob, open, '<img src=x> & #Spam ads#')
    expect((await reports(people.staff))[0].content).toBe('&lt;img src=x&gt; &amp; #Spam ads#')
    expect((await report(people.bob, open, '#恶意抄袭# second')).status).toBe(200)
    expect((await report(people.member, did, 'in a group')).status).toBe(200)
    expect((await call(null, 'POST', '/api/discussion-report', { did: open, content: 'x' })).http).toBe(401)
    const rows = await reports(people.staff)
    expect(rows).toMatchObject([
      { did, gid: stage.groupId, reporter: 'member', content: 'in a group', discussionAuthor: 'member' },
      { did: open, gid: null, reporter: 'bob', content: '#Plagiarism#second', status: false },
    ])
    for (const who of [people.bob, people.chief])
      expect((await call(who, 'GET', '/api/admin/discussion-report')).http).toBe(403)
    await call(people.staff, 'PUT', '/api/admin/discussion-report', { id: rows[1].id, status: true })
    await report(people.bob, open, 'again')
    expect(
      (await reports(people.staff)).map(({ content, status }: { content: string; status: boolean }) => [
        content,
        status,
      ]),
    ).toEqual([
      ['again', false],
      ['in a group', false],
      ['#Plagiarism#second', true],
    ])
    const seen = await ask(people.staff, '{ discussionReports { edges { node { id labels reason } } } }')
    expect(seen.data.discussionReports.edges).toHaveLength(3)
    const id = seen.data.discussionReports.edges[0].node.id
    for (const who of [null, people.bob, people.chief])
      expect(codeOf(await ask(who, NODE, { id }))).toBe('NOT_FOUND')
  })

  it('are opened again while the same person reports the post once more (area-rules D10)', async () => {
    const { site } = stage
    const discussionId = await post(people.ada)
    const of = { discussionId, reporterId: people.bob.id }
    const { id } = await site.prisma.discussionReport.create({ data: { ...of, reason: 'x', checked: true } })
    const reopened = await overlap(
      site,
      contextOf(site, people.bob),
      (ctx) => reportDiscussion(ctx, discussionId, { labels: [], reason: 'again' }),
      () => call(people.staff, 'PUT', '/api/admin/discussion-report', { id, status: false }),
    )
    expect(reopened).toMatchObject({ status: 200 })
    expect(await site.prisma.discussionReport.findMany({ where: of })).toMatchObject([{ id, checked: false }])
  })
})

describe('the list of reports', () => {
  it('follows a report that its post or another one takes along', async () => {
    const { site } = stage
    const discussionId = await post(people.ada)
    const of = { discussionId, reporterId: people.bob.id, reason: 'x' }
    const earlier = await site.prisma.discussionReport.create({ data: { ...of, checked: true } })
    const open = await site.prisma.discussionReport.create({ data: of })
    const line = await site.subscribe(
      'subscription { discussionReportsChanged { change rowId report { id } } }',
      {},
      people.staff,
    )
    await call(people.staff, 'PUT', '/api/admin/discussion-report', { id: earlier.id, status: false })
    const [ofEarlier, ofOpen] = [earlier, open].map(({ id }) => globalId('DiscussionReport', id))
    const told = [await line.next(), await line.next()].map(({ data }) => data.discussionReportsChanged)
    expect(told).toContainEqual({ change: 'REMOVED', rowId: ofOpen, report: null })
    expect(told).toContainEqual({ change: 'CHANGED', rowId: ofEarlier, report: { id: ofEarlier } })
    await call(people.staff, 'DELETE', '/api/admin/discussion', [discussionId])
    expect((await line.next()).data.discussionReportsChanged).toMatchObject({ change: 'RESET' })
    line.close()
  })
})

describe('categories', () => {
  it('are not deleted when a post comes into one at the same moment (area-rules D11)', async () => {
    const { prisma } = stage.site
    const category = await prisma.discussionCategory.create({
      data: { names: { 'en-US': 'Contested' }, rank: 9 },
    })
    const { id } = category
    const remove = `mutation ($ids: [ID!]!) { removeDiscussionCategories(input: { ids: $ids }) { done refused { code } } }`
    const waiting = () =>
      prisma.$queryRaw<unknown[]>`
        select 1 from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`
    const words = { title: 'Tides', description: 'On tides', content: 'They come' }
    const { removal } = await prisma.$transaction(async (db) => {
      await db.discussion.create({ data: { ...words, categoryId: id, authorId: people.ada.id } })
      const removal = ask(people.root, remove, { ids: [globalId('DiscussionCategory', id)] })
      await expect.poll(waiting).toHaveLength(1)
      return { removal }
    })
    expect((await removal).data.removeDiscussionCategories).toEqual({
      done: [],
      refused: [{ code: 'CATEGORY_IN_USE' }],
    })
    await prisma.discussion.deleteMany({ where: { categoryId: id } })
    await prisma.discussionCategory.delete({ where: { id } })
  })

  it('are edited by super administrators; the list removes none, one in use stays (area-rules D11)', async () => {
    const names = async () =>
      (await call(null, 'GET', '/api/discussion-category')).data.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['Chat', 'Solutions', 'Help', 'Suggestions', 'Notes'])
    const given = [{ id: 1, name: 'Tea' }, { name: 'News' }]
    expect((await call(people.staff, 'POST', '/api/discussion-category', given)).http).toBe(403)
    expect((await call(people.root, 'POST', '/api/discussion-category', given)).status).toBe(200)
    expect(await names()).toEqual(['Tea', 'Solutions', 'Help', 'Suggestions', 'Notes', 'News'])
    await post(people.ada)
    const remove = `mutation ($ids: [ID!]!) { removeDiscussionCategories(input: { ids: $ids }) { done refused { code } } }`
    const { id: last } = await stage.site.prisma.discussionCategory.findFirstOrThrow({
      orderBy: { id: 'desc' },
    })
    const ids = [globalId('DiscussionCategory', 1), globalId('DiscussionCategory', last)]
    const outcome = (await ask(people.root, remove, { ids })).data.removeDiscussionCategories
    expect(outcome).toEqual({ done: [ids[1]], refused: [{ code: 'CATEGORY_IN_USE' }] })
    expect((await ask(people.staff, remove, { ids })).data.removeDiscussionCategories.done).toEqual([])
    expect(await names()).toHaveLength(5)
  })
})
