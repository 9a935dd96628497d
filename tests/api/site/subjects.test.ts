import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '#server/context.ts'
import { Refusal } from '#server/core/errors.ts'
import { SUBJECTS } from '#server/generated/subjects.ts'
import { viewerIn } from '#server/memberships.ts'
import type { SubjectKind } from '#server/modules/comment/subject.ts'
import { columnOf, enterSubject, SUBJECT_KINDS } from '#server/modules/comment/subjects.ts'
import { sightOf } from '#server/policy/comment.ts'
import type { SubjectName, Words } from '#server/policy/subject.ts'
import { minutes } from '../../support/contestSite.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Comments know subjects by a register: what holds for contests holds for every entry of it. */

let site: Site
const people = {} as Record<'root' | 'owner' | 'asker' | 'other' | 'stranger', Person>

beforeAll(async () => {
  site = await startSite()
  people.root = await addPerson(site, 'root', { role: 'ROOT' })
  people.owner = await addPerson(site, 'owner', { role: 'ADMIN' })
  for (const name of ['asker', 'other', 'stranger'] as const) people[name] = await addPerson(site, name)
})

afterAll(() => site?.close())

const contextNow = async (person: Person | null): Promise<Context> => {
  const user = person && (await site.prisma.user.findUniqueOrThrow({ where: { id: person.id } }))
  return { ...contextOf(site, person), viewer: user && (await viewerIn(site.house, user)) }
}

/** Subjects of a kind that `asker` and `other` enter and `stranger` does not. */
const STAGES: Record<SubjectName, () => Promise<number[]>> = {
  async contest() {
    const group = await addGroup(site, people.owner, 'club')
    for (const name of ['asker', 'other'] as const) await setStanding(site, group, people[name], 'MEMBER')
    const contest = (fields: object) =>
      site.prisma.contest.create({
        data: {
          type: 'ACM',
          ownerId: people.owner.id,
          access: 'PRIVATE',
          participations: {
            create: (['asker', 'other'] as const).map((name) => ({
              userId: people[name].id,
              registeredAt: new Date(),
            })),
          },
          startsAt: minutes(-60),
          endsAt: minutes(60),
          ...fields,
        },
      })
    const rows = await Promise.all([
      contest({}),
      contest({ endsAt: minutes(-5) }),
      contest({ groupId: group.id, access: 'PUBLIC', participations: undefined }),
      contest({ groupId: group.id, boardIsOpen: true }),
    ])
    await site.house.timetable.renew()
    return rows.map(({ id }) => id)
  },
  async discussion() {
    const group = await addGroup(site, people.owner, 'talkers')
    for (const name of ['asker', 'other'] as const) await setStanding(site, group, people[name], 'MEMBER')
    const words = { categoryId: 1, title: 'Title', description: 'Summary', content: 'Words' }
    const post = (fields: object) =>
      site.prisma.discussion.create({
        data: { ...words, groupId: group.id, authorId: people.asker.id, ...fields },
      })
    const rows = [await post({}), await post({ authorId: people.owner.id })]
    return rows.map(({ id }) => id)
  },
}

const idsOf = async (words: Words, column: object) => {
  const select = { select: { id: true }, orderBy: { id: 'asc' } } as const
  const comments = { where: { AND: [column, words.comments] }, ...select }
  const replies = { where: { AND: [{ comment: column }, words.replies] }, ...select }
  const [some, others] = [
    await site.prisma.comment.findMany(comments),
    await site.prisma.reply.findMany(replies),
  ]
  return [...some.map(({ id }) => `comment ${id}`), ...others.map(({ id }) => `reply ${id}`)]
}

describe.each(Object.keys(SUBJECT_KINDS) as SubjectName[])('a subject: %s', (kind) => {
  it('shows the same comments by rule and by filter to all who may enter it, and none to others (contest-rules 24, area-rules G12)', async () => {
    let shown = 0
    for (const id of await STAGES[kind]()) {
      const column = { [columnOf(kind)]: id }
      for (const { id: authorId } of Object.values(people).filter((one) => one !== people.stranger))
        await site.prisma.comment.create({
          data: {
            ...({ ...column, authorId, content: 'Words' } as Pick<Comment, 'authorId' | 'content'>),
            replies: {
              create: [
                { authorId: people.owner.id, content: 'Yes' },
                { authorId, content: 'Thanks' },
              ],
            },
          },
        })
      for (const [name, person] of [['guest', null] as const, ...Object.entries(people)]) {
        const ctx = await contextNow(person)
        const reader = readerOf(ctx)
        const subject = await enterSubject(ctx, { kind, id }).catch((error) => {
          if (error instanceof Refusal) return null
          throw error
        })
        expect(subject !== null, name).toBe(name !== 'guest' && name !== 'stranger')
        const { comment, reply } = sightOf(Object.values(SUBJECTS))
        const anywhere = await idsOf({ comments: comment(reader), replies: reply(reader) }, column)
        const within = subject ? await idsOf(subject.words, column) : []
        expect(anywhere, name).toEqual(within)
        if (!subject) continue
        const open = await idsOf(SUBJECTS[kind].shown(reader, id), column)
        expect(within).toEqual(expect.arrayContaining(open))
        if (SUBJECTS[kind].isOpenToAll(reader, id)) expect(open).toEqual(within)
        expect(subject.moderates).toBe(name === 'owner' || name === 'root')
        shown += within.length
      }
    }
    expect(shown).toBeGreaterThan(10)
  })
})

it('has an entry for each column of comments that names a subject', async () => {
  const rows = await site.prisma.$queryRaw<{ name: string }[]>`
    select column_name as "name" from information_schema.columns
    where table_name = 'Comment' and column_name like '%Id' and column_name <> 'authorId'`
  expect(rows.map(({ name }) => name).sort()).toEqual(
    Object.keys(SUBJECTS)
      .map((name) => `${name}Id`)
      .sort(),
  )
  expect(Object.keys(SUBJECT_KINDS)).toEqual(Object.keys(SUBJECTS))
})

/** A kind that the site does not have: everybody reads, nobody is quiet, nobody moderates. */
const notes: SubjectKind = {
  type: 'Note',
  sight: {
    anywhere: () => ({
      comments: { content: { startsWith: 'note' } },
      replies: { comment: { content: { startsWith: 'note' } } },
    }),
    within: () => notes.sight.anywhere({} as never),
    shown: () => notes.sight.anywhere({} as never),
    isOpenToAll: () => true,
  },
  enter: async (ctx, id) => ({
    words: notes.sight.within(readerOf(ctx), id),
    moderates: false,
    rights: '',
    place: null,
    mayReply: () => true,
    isOfficial: () => false,
    isDoubtedBy: () => false,
    bar: async () => null,
    hold: async () => {},
    counted: async () => {},
  }),
  refusals: [],
  isOpen: async () => true,
  rightsNow: async () => '',
}

it('checks a second kind without its contests', async () => {
  const contest = await site.prisma.contest.create({
    data: {
      type: 'ACM',
      ownerId: people.owner.id,
      visible: false,
      startsAt: minutes(-9),
      endsAt: minutes(9),
    },
  })
  const said = async (content: string) => {
    const data = { contestId: contest.id, authorId: people.asker.id, content }
    return (
      await site.prisma.comment.create({
        data: { ...data, replies: { create: { authorId: people.asker.id, content } } },
      })
    ).id
  }
  const [note] = [await said('note'), await said('question')]
  const { comment, reply } = sightOf([SUBJECTS.contest, notes.sight])
  const guest = readerOf(await contextNow(null))
  const column = { contestId: contest.id }
  const seen = await idsOf({ comments: comment(guest), replies: reply(guest) }, column)
  expect(seen).toEqual([`comment ${note}`, expect.stringMatching(/^reply /)])
  const alone = sightOf([SUBJECTS.contest])
  expect(await idsOf({ comments: alone.comment(guest), replies: alone.reply(guest) }, column)).toEqual([])
})
