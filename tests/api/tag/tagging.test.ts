import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateProblem } from '#server/modules/problem/authoring/editing.ts'
import { addTagGroup } from '#server/modules/tag/tag.ts'
import { mergeTags } from '#server/modules/tag/tagging.ts'
import { globalId } from '../../support/judgeable.ts'
import { overlap } from '../../support/overlap.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let setter: Person
let groupId: number
let tagIds: number[]
beforeAll(async () => {
  site = await startSite()
  setter = await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' })
  const names = (name: string) => ({ 'en-US': name })
  const tags = ['dp', 'dynamic', 'greedy'].map((name) => ({ names: names(name), color: null }))
  const group = await addTagGroup(contextOf(site, setter), { names: names('Ideas'), rank: 3, tags })
  groupId = group.id
  tagIds = group.tags.map(({ id }) => id)
  const [dp = 0, dynamic = 0] = tagIds
  await addProblem(site, setter, 'M1', { tagIds: [dp] })
  await addProblem(site, setter, 'M2', { tagIds: [dynamic] })
  await addProblem(site, setter, 'M3', { tagIds: [dp, dynamic], visibility: 'HIDDEN' })
})
afterAll(() => site.close())

const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code
const named = (english: string, chinese = '') => [
  { locale: 'EN_US', name: english },
  { locale: 'ZH_CN', name: chinese },
]
const FIELDS = 'id name color names { locale name } carrierCount'
const SAVE = `mutation ($input: SaveTagInput!) { saveTag(input: $input) { ${FIELDS} } }`
const SAVE_GROUP = `mutation ($input: SaveTagGroupInput!) {
  saveTagGroup(input: $input) { id name rank names { locale name } tags { name } } }`
const MERGE = `mutation ($input: MergeTagsInput!) { mergeTags(input: $input) { ${FIELDS} } }`
const REMOVE = 'mutation ($input: RemoveTagsInput!) { removeTags(input: $input) { done refused { code } } }'
const REMOVE_GROUP = `mutation ($input: RemoveTagGroupsInput!) {
  removeTagGroups(input: $input) { done refused { code } } }`
const saveTag = (input: object, asker: object = setter) => site.graphql(SAVE, { input }, asker)
const tag = (at: number) => globalId('Tag', tagIds[at] ?? 0)

describe('tags', () => {
  it('are kept in order by problem administrators alone', async () => {
    for (const [asker, code] of [
      [await addPerson(site, 'plain'), 'FORBIDDEN'],
      [await addPerson(site, 'admin', { role: 'ADMIN' }), 'FORBIDDEN'],
      [{}, 'UNAUTHENTICATED'],
    ] as const) {
      expect(codeOf(await saveTag({ names: named('x') }, asker))).toBe(code)
      const group = { input: { names: named('x'), rank: 1 } }
      expect(codeOf(await site.graphql(SAVE_GROUP, group, asker))).toBe(code)
      const merge = { input: { fromId: tag(0), intoId: tag(1) } }
      expect(codeOf(await site.graphql(MERGE, merge, asker))).toBe(code)
      expect(codeOf(await site.graphql(REMOVE, { input: { ids: [tag(0)] } }, asker))).toBe(code)
      const groups = { input: { ids: [globalId('TagGroup', groupId)] } }
      expect(codeOf(await site.graphql(REMOVE_GROUP, groups, asker))).toBe(code)
      const { data } = await site.graphql('{ tagGroups { tags { carrierCount } } }', {}, asker)
      expect(data.tagGroups[0].tags[0]).toEqual({ carrierCount: null })
    }
    expect(await site.prisma.tag.count()).toBe(3)
  })

  it('are made and changed, each name once in a bank, in a classification of that bank', async () => {
    const group = globalId('TagGroup', groupId)
    const made = (await saveTag({ names: named(' flow ', '网络流'), color: '#2657d4', groupId: group })).data
    expect(made.saveTag).toMatchObject({
      name: 'flow',
      color: '#2657d4',
      carrierCount: 0,
      names: expect.arrayContaining([{ locale: 'ZH_CN', name: '网络流' }]),
    })
    const { id } = made.saveTag
    expect(codeOf(await saveTag({ names: named('Flow') }))).toBe('TAG_TAKEN')
    expect(codeOf(await saveTag({ names: named('') }))).toBe('INVALID_INPUT')
    expect(codeOf(await saveTag({ names: named('x'), color: 'red;' }))).toBe('INVALID_INPUT')
    expect(codeOf(await saveTag({ names: named('x'), groupId: globalId('Tag', 1) }))).toBe('NOT_FOUND')
    expect(codeOf(await saveTag({ names: named('x'), bank: 'HDU', groupId: group }))).toBe('INVALID_INPUT')
    expect(codeOf(await saveTag({ id: globalId('Problem', 1), names: named('x') }))).toBe('NOT_FOUND')
    // Without a name in one language, and without a classification.
    const changed = (await saveTag({ id, names: named('flows') })).data.saveTag
    expect(changed.names).toEqual([{ locale: 'EN_US', name: 'flows' }])
    const { data } = await site.graphql('{ looseTags(bank: "ME") { name color } }')
    expect(data.looseTags).toEqual([{ name: 'flows', color: null }])
    const removed = await site.graphql(REMOVE, { input: { ids: [id, id] } }, setter)
    expect(removed.data.removeTags.done).toHaveLength(1)
  })

  it('become one of two: every problem keeps one, and it is written down', async () => {
    const [dp = 0, dynamic = 0] = tagIds
    const merge = (from: string, into: string) =>
      site.graphql(MERGE, { input: { fromId: from, intoId: into } }, setter)
    await site.prisma.tag.update({
      where: { id: dynamic },
      data: { names: { 'en-US': 'dynamic', 'zh-CN': '动态规划' } },
    })
    expect(codeOf(await merge(tag(0), tag(0)))).toBe('INVALID_INPUT')
    expect(codeOf(await merge(globalId('TagGroup', groupId), tag(0)))).toBe('NOT_FOUND')
    const { mergeTags } = (await merge(tag(1), tag(0))).data
    expect(mergeTags).toMatchObject({
      id: tag(0),
      name: 'dp',
      carrierCount: 3,
      names: expect.arrayContaining([{ locale: 'ZH_CN', name: '动态规划' }]),
    })
    const carried = await site.prisma.problemTag.findMany({ orderBy: { problemId: 'asc' } })
    expect(carried.map(({ tagId }) => tagId)).toEqual([dp, dp, dp])
    expect(await site.prisma.auditEntry.findFirst({ where: { action: 'tag.merged' } })).toMatchObject({
      actorId: setter.id,
      subject: `Tag:${dp}`,
      details: { after: { merged: { id: dynamic, problems: 2 } } },
    })
    expect(codeOf(await merge(tag(1), tag(0)))).toBe('NOT_FOUND')
    expect((await site.rest('GET', '/api/get-all-problem-tags')).data).toHaveLength(2)
  })

  it('are merged in a problem that gets the one that goes at the same time', async () => {
    const made = async (name: string) =>
      (await site.prisma.tag.create({ data: { names: { 'en-US': name } } })).id
    const [from, into] = [await made('tidal'), await made('tides')]
    const { id } = await addProblem(site, setter, 'TIDES')
    await overlap(
      site,
      contextOf(site, setter),
      (ctx) => updateProblem(ctx, id, { tags: [from] }),
      () => mergeTags(contextOf(site, setter), from, into),
    )
    const carried = await site.prisma.problemTag.findMany({ where: { problemId: id } })
    expect(carried.map(({ tagId }) => tagId)).toEqual([into])
    await site.prisma.tag.delete({ where: { id: into } })
  })

  it('stay when their classification goes', async () => {
    const { saveTagGroup } = (
      await site.graphql(
        SAVE_GROUP,
        { input: { id: globalId('TagGroup', groupId), names: named('Methods', '方法'), rank: 1 } },
        setter,
      )
    ).data
    expect(saveTagGroup).toMatchObject({
      name: 'Methods',
      rank: 1,
      tags: [{ name: 'dp' }, { name: 'greedy' }],
    })
    const wrong = { input: { names: named('x'), rank: -1 } }
    expect(codeOf(await site.graphql(SAVE_GROUP, wrong, setter))).toBe('INVALID_INPUT')
    const ids = [globalId('TagGroup', groupId), globalId('Tag', tagIds[0] ?? 0)]
    const { data } = await site.graphql(REMOVE_GROUP, { input: { ids } }, setter)
    expect(data.removeTagGroups).toMatchObject({ done: [ids[0]], refused: [{ code: 'NOT_FOUND' }] })
    expect(await site.prisma.tag.count({ where: { tagGroupId: null } })).toBe(2)
  })
})
