import { describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { codeOf, openPostSite, WORDS } from '../../support/posts.ts'
import { addProblem } from '../../support/problems.ts'

/** What the administration of posts reads and does, who may be mentioned, and hostile words. */

const stage = openPostSite({ ada: 'USER', adam: 'USER', bob: 'USER' })
const { people, call, ask } = stage

const post = async (who: Person, change: object = {}): Promise<number> =>
  (await stage.site.prisma.discussion.create({ data: { ...WORDS, authorId: who.id, ...change } })).id
const idOf = (number: number) => globalId('Discussion', number)

describe('the administration of posts', () => {
  const LIST = `query ($filter: DiscussionFilter) {
    discussions(filter: $filter) { totalCount edges { node { title groupName } } } }`
  const titles = async (filter: object): Promise<string[]> => {
    const { data } = await ask(people.staff, LIST, { filter: { isEverywhere: true, ...filter } })
    return data.discussions.edges.map(({ node }: { node: { title: string } }) => node.title)
  }

  it('lists posts by state, place and category, those of groups too (area-rules D2, D4)', async () => {
    await post(people.ada, { title: 'Open' })
    await post(people.ada, { title: 'Off', disabled: true })
    await post(people.ada, { title: 'Top', pinned: true, categoryId: 2 })
    await post(people.member, { title: 'Club', groupId: stage.groupId })
    expect(await titles({})).toEqual(['Top', 'Club', 'Off', 'Open'])
    expect(await titles({ isDisabled: true })).toEqual(['Off'])
    expect(await titles({ isDisabled: false })).toEqual(['Top', 'Club', 'Open'])
    expect(await titles({ isPinned: true })).toEqual(['Top'])
    expect(await titles({ area: 'GROUPS' })).toEqual(['Club'])
    expect(await titles({ area: 'SITE' })).toEqual(['Top', 'Off', 'Open'])
    expect(await titles({ categoryId: globalId('DiscussionCategory', 2) })).toEqual(['Top'])
    const everything = await ask(people.staff, LIST, { filter: { isEverywhere: true, area: 'GROUPS' } })
    expect(everything.data.discussions.edges[0].node.groupName).toBe('Group club')
    for (const who of [null, people.ada, people.chief])
      expect(codeOf(await ask(who, LIST, { filter: { isEverywhere: true } }))).toMatch(/FORBIDDEN|UNAUTH/)
    // The new filters show nobody more than before.
    expect((await ask(people.bob, LIST, { filter: { isDisabled: true } })).data.discussions.totalCount).toBe(
      0,
    )
    expect((await ask(people.bob, LIST, { filter: { area: 'GROUPS' } })).data.discussions.totalCount).toBe(0)
  })

  it('hears of posts as they come, change and go, in filtered lists too', async () => {
    const LIVE = `subscription ($filter: DiscussionFilter) {
      discussionsChanged(filter: $filter) { change discussion { title isDisabled likeCount } } }`
    const all = await stage.site.subscribe(LIVE, { filter: { isEverywhere: true } }, people.staff)
    const shown = await stage.site.subscribe(
      LIVE,
      { filter: { isEverywhere: true, isDisabled: false } },
      people.staff,
    )
    const chat = await stage.site.subscribe(
      LIVE,
      { filter: { categoryId: globalId('DiscussionCategory', 2) } },
      people.bob,
    )
    const next = async (one: typeof all) => (await one.next()).data.discussionsChanged
    await call(people.ada, 'POST', '/api/discussion', WORDS)
    for (const one of [all, shown]) expect(await next(one)).toMatchObject({ change: 'CREATED' })
    const { id } = await stage.site.prisma.discussion.findFirstOrThrow()
    const moderate = (isDisabled: boolean) =>
      ask(
        people.staff,
        'mutation ($input: ModerateDiscussionsInput!) { moderateDiscussions(input: $input) { done } }',
        { input: { ids: [idOf(id)], isDisabled } },
      )
    await moderate(true)
    expect(await next(all)).toMatchObject({ change: 'CHANGED', discussion: { isDisabled: true } })
    expect(await next(shown)).toMatchObject({ change: 'REMOVED' })
    await moderate(false)
    // It was in the list of all before.
    expect(await next(all)).toMatchObject({ change: 'CHANGED', discussion: { isDisabled: false } })
    expect(await next(shown)).toMatchObject({ change: 'CHANGED' })
    await call(people.bob, 'GET', `/api/discussion-like?did=${id}&toLike=true`)
    expect(await next(all)).toMatchObject({ change: 'CHANGED', discussion: { likeCount: 1 } })
    // A list of another category hears nothing of likes: its first event is the post that it shows.
    const [chatty] = [{ ...WORDS, categoryId: 2, title: 'Chatty' }]
    await call(people.ada, 'POST', '/api/discussion', chatty)
    let first = await next(chat)
    while (first.change === 'REMOVED') first = await next(chat)
    expect(first).toMatchObject({ change: 'CREATED', discussion: { title: 'Chatty' } })
    for (const one of [all, shown, chat]) one.close()
  })

  it('filters reports by whether they are checked (area-rules D10)', async () => {
    const did = await post(people.ada)
    for (const [who, checked] of [
      [people.bob, true],
      [people.adam, false],
    ] as const)
      await stage.site.prisma.discussionReport.create({
        data: { discussionId: did, reporterId: who.id, labels: ['SPAM'], reason: '', checked },
      })
    const LIST = `query ($isChecked: Boolean) {
      discussionReports(isChecked: $isChecked) { totalCount edges { node { isChecked } } } }`
    const count = async (isChecked: boolean | null) =>
      (await ask(people.staff, LIST, { isChecked })).data.discussionReports
    expect((await count(null)).totalCount).toBe(2)
    for (const isChecked of [true, false])
      expect(await count(isChecked)).toEqual({ totalCount: 1, edges: [{ node: { isChecked } }] })
    expect(codeOf(await ask(people.bob, LIST, { isChecked: false }))).toBe('FORBIDDEN')
  })

  it('moves categories, and says how many posts use one (area-rules D11)', async () => {
    await post(people.ada, { disabled: true })
    await post(people.member, { groupId: stage.groupId })
    const READ = '{ viewerCanEditDiscussionCategories discussionCategories { id name postCount } }'
    const read = async (who: Person | null) => (await ask(who, READ)).data
    const before = await read(people.root)
    expect(before.viewerCanEditDiscussionCategories).toBe(true)
    expect(before.discussionCategories[0].postCount).toBe(2)
    for (const who of [null, people.ada, people.staff])
      expect(await read(who)).toMatchObject({
        viewerCanEditDiscussionCategories: false,
        discussionCategories: [{ postCount: null }, {}, {}, {}, {}],
      })
    const MOVE = `mutation ($input: MoveDiscussionCategoryInput!) {
      moveDiscussionCategory(input: $input) { name } }`
    const [first, second, third] = before.discussionCategories.map(({ id }: { id: string }) => id)
    const move = async (who: Person, input: object) => {
      const answer = await ask(who, MOVE, { input })
      if (!answer.data?.moveDiscussionCategory) return codeOf(answer)
      return (await read(who)).discussionCategories.map(({ name }: { name: string }) => name)
    }
    const line = await stage.site.subscribe('subscription { discussionsChanged { change } }')
    expect(await move(people.root, { id: third, beforeId: first })).toEqual([
      'Help',
      'Chat',
      'Solutions',
      'Suggestions',
      'Notes',
    ])
    expect(await line.next()).toEqual({ data: { discussionsChanged: { change: 'RESET' } } })
    line.close()
    expect(await move(people.root, { id: third, beforeId: null })).toEqual([
      'Chat',
      'Solutions',
      'Suggestions',
      'Notes',
      'Help',
    ])
    expect(await move(people.staff, { id: third, beforeId: first })).toBe('FORBIDDEN')
    expect(await move(people.root, { id: globalId('DiscussionCategory', 999), beforeId: null })).toBe(
      'NOT_FOUND',
    )
    expect(await move(people.root, { id: second, beforeId: globalId('DiscussionCategory', 999) })).toBe(
      'NOT_FOUND',
    )
    const REMOVE = `mutation ($ids: [ID!]!) {
      removeDiscussionCategories(input: { ids: $ids }) { refused { message } } }`
    const removed = await ask(people.root, REMOVE, { ids: [first] })
    expect(removed.data.removeDiscussionCategories.refused[0].message).toBe(
      "2 posts use this category, so it can't be deleted",
    )
  })
})

describe('the number of posts on a problem', () => {
  it('is that of the list, and null while the area is closed (area-rules D2, D4, D14)', async () => {
    const problem = await addProblem(stage.site, people.root, 'P1001')
    const COUNT = '{ problem(displayId: "P1001") { discussionCount } }'
    const count = async (who: Person | null) => (await ask(who, COUNT)).data.problem.discussionCount
    expect(await count(null)).toBe(0)
    await post(people.ada, { problemId: problem.id })
    await post(people.ada, { problemId: problem.id, disabled: true })
    await post(people.member, { problemId: problem.id, groupId: stage.groupId })
    for (const who of [null, people.ada, people.staff]) expect(await count(who)).toBe(1)
    await switches.set(contextOf(stage.site, people.root), { openPublicDiscussion: false })
    await expect.poll(() => count(null)).toBeNull()
    await switches.set(contextOf(stage.site, people.root), { openPublicDiscussion: true })
    await expect.poll(() => count(null)).toBe(1)
  })
})

describe('whom a comment may mention', () => {
  const CANDIDATES = `query ($id: ID!, $prefix: String!) {
    node(id: $id) { ... on Discussion { mentionCandidates(prefix: $prefix) { username } } } }`
  const names = async (who: Person | null, did: number, prefix: string) => {
    const answer = await ask(who, CANDIDATES, { id: idOf(did), prefix })
    return (
      answer.data?.node?.mentionCandidates?.map(({ username }: { username: string }) => username) ??
      codeOf(answer)
    )
  }

  it('offers people of the thread first, then names by their first letters, never by real names', async () => {
    const did = await post(people.bob)
    await call(people.adam, 'POST', '/api/comment', { did, content: 'So?' })
    expect(await names(people.ada, did, '')).toEqual(['bob', 'adam'])
    expect(await names(people.bob, did, 'AD')).toEqual(['adam', 'ada'])
    expect(await names(people.ada, did, 'ad')).toEqual(['adam'])
    await stage.site.prisma.user.update({
      where: { id: people.chief.id },
      data: { realname: 'Zacharias', nickname: 'Zorro' },
    })
    for (const prefix of ['z', '%', '_', 'a%', '\u0000', '\u202e', "'", 'x'.repeat(5_000)])
      expect(await names(people.bob, did, prefix)).toEqual(prefix === '\u0000' ? ['adam'] : [])
    expect(await names(null, did, 'a')).toBe('UNAUTHENTICATED')
    // Neither disabled nor ended accounts, nor names that no mention can hold.
    await stage.site.prisma.user.update({ where: { id: people.adam.id }, data: { disabled: true } })
    const odd = await addPerson(stage.site, "ad'o")
    const gone = await addPerson(stage.site, 'adgone')
    await stage.site.prisma.user.update({ where: { id: gone.id }, data: { endedAt: new Date() } })
    expect(await names(people.bob, did, 'ad')).toEqual(['ada'])
    await stage.site.prisma.user.update({ where: { id: people.adam.id }, data: { disabled: false } })
    await stage.site.prisma.user.deleteMany({ where: { id: { in: [odd.id, gone.id] } } })
    for (let number = 1; number <= 9; number++) await addPerson(stage.site, `many${number}`)
    expect(await names(people.bob, did, 'many')).toHaveLength(8)
  })

  it('offers members alone in a group, and nothing about posts that the viewer does not see', async () => {
    const did = await post(people.member, { groupId: stage.groupId })
    expect(await names(people.chief, did, 'a')).toEqual([])
    expect(await names(people.chief, did, 'm')).toEqual(['member'])
    expect(await names(people.member, did, 'c')).toEqual(['chief'])
    for (const who of [people.ada, people.bob]) expect(await names(who, did, 'm')).toBe('NOT_FOUND')
    const off = await post(people.ada, { disabled: true })
    expect(await names(people.bob, off, 'a')).toBe('NOT_FOUND')
  })
})

describe('hostile words', () => {
  const HOSTILE = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '[here](javascript:alert(1)) [there](data:text/html,x)',
    '\u202Ereversed\u2066\u200B\u200D\uFEFF',
    '👩‍🚀🏴‍☠️ 𠮷 é',
    `${'>'.repeat(500)} deep`,
    '@ada @'.repeat(500),
  ]

  it('are stored unchanged by GraphQL and REST, and rendered as harmless trees', async () => {
    const did = await post(people.ada)
    for (const content of HOSTILE) {
      expect((await call(people.bob, 'POST', '/api/comment', { did, content })).data.content).toBe(content)
      const { data } = await ask(
        null,
        '{ discussion(number: N) { comments(first: 1) { edges { node { content contentTree } } } } }'.replace(
          'N',
          String(did),
        ),
      )
      const { node } = data.discussion.comments.edges[0]
      expect(node.content).toBe(content)
      const tree = JSON.stringify(node.contentTree)
      for (const bad of ['"script"', 'onerror":', '"href":"javascript', '"href":"data'])
        expect(tree).not.toContain(bad)
      const listed = (await call(null, 'GET', `/api/comments?did=${did}`)).data.commentList.records
      expect(listed[0].content).toBe(content)
    }
  })

  it('have 10,000 characters at most, and one more is told (area-rules D12)', async () => {
    const did = await post(people.ada)
    const COMMENT = 'mutation ($input: WriteCommentInput!) { writeComment(input: $input) { content } }'
    const write = (content: string) => ask(people.bob, COMMENT, { input: { subjectId: idOf(did), content } })
    for (const letter of ['w', '字']) {
      expect((await write(letter.repeat(10_000))).data.writeComment.content).toHaveLength(10_000)
      const refused = await write(letter.repeat(10_001))
      expect(codeOf(refused)).toBe('INVALID_INPUT')
      expect(JSON.stringify(refused.errors)).toContain('10000')
      expect(
        await call(people.bob, 'POST', '/api/comment', { did, content: letter.repeat(10_001) }),
      ).toMatchObject({ status: 400, msg: expect.stringMatching(/10,?000/) })
    }
    expect((await write('a\u0000b\uD800c')).data.writeComment.content).toBe('abc')
  })

  it('are titles too: 255 characters, emoji and marks of direction included (area-rules D6)', async () => {
    for (const title of ['🎈'.repeat(255), `\u202E${'é'.repeat(254)}`, '<b>bold</b> & "quotes"']) {
      const made = await call(people.staff, 'POST', '/api/discussion', { ...WORDS, title })
      expect(made.status).toBe(200)
      const { id } = await stage.site.prisma.discussion.findFirstOrThrow({ orderBy: { id: 'desc' } })
      expect((await call(null, 'GET', `/api/get-discussion-detail?did=${id}`)).data.title).toBe(title)
      const { data } = await ask(null, `{ discussion(number: ${id}) { title } }`)
      expect(data.discussion.title).toBe(title)
    }
    const long = await call(people.staff, 'POST', '/api/discussion', { ...WORDS, title: '🎈'.repeat(256) })
    expect(long).toMatchObject({ status: 400, msg: expect.stringContaining('255') })
  })
})
