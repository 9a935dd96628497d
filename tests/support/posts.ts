import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Role } from '#prisma/generated/enums.ts'
import { addGroup, setStanding } from './groups.ts'
import { addPerson, type Person } from './people.ts'
import { type GraphqlAnswer, type Loose, type RestAnswer, type Site, startSite } from './site.ts'

/** Fields of a post that nothing is wrong with. */
export const WORDS = { title: 'Tides', description: 'On tides', content: 'They come and go', categoryId: 1 }

/** Code of the refusal of an answer; undefined without one. */
export const codeOf = ({ errors }: { errors?: { extensions?: { code?: string } }[] }) =>
  errors?.[0]?.extensions?.code

/** A site with people who post, shared by the tests of a file. Set before the first test. */
export type PostSite<Name extends string> = {
  site: Site
  people: Record<Name | 'root' | 'staff' | 'member' | 'chief', Person>
  /** A group of `chief`, which `member` belongs to. */
  groupId: number
  call: (who: Person | null, method: string, path: string, body?: unknown) => Promise<RestAnswer>
  ask: <Data = Loose>(who: Person | null, query: string, variables?: object) => Promise<GraphqlAnswer<Data>>
}

/**
 * Starts a site with root, staff, the owner and a member of a group, and `others` with their roles, who solved ten
 * problems each. Posts and rate limits are cleared before each test.
 */
export function openPostSite<Name extends string>(others: Record<Name, Role>): PostSite<Name> {
  const stage = {
    people: {},
    call: (who, method, path, body) =>
      stage.site.rest(method, path, { ...(who ? { token: who.token } : {}), body }),
    ask: (who, query, variables = {}) => stage.site.graphql(query, variables, who ?? {}),
  } as PostSite<Name>
  beforeAll(async () => {
    stage.site = await startSite()
    const people: Record<string, Person> = stage.people
    people.root = await addPerson(stage.site, 'root', { role: 'ROOT' })
    people.staff = await addPerson(stage.site, 'staff', { role: 'ADMIN' })
    people.chief = await addPerson(stage.site, 'chief')
    for (const [name, role] of [['member', 'USER'], ...Object.entries(others)] as [string, Role][]) {
      const person = await addPerson(stage.site, name, { role })
      await stage.site.prisma.userRank.update({ where: { userId: person.id }, data: { solved: 10 } })
      people[name] = person
    }
    const group = await addGroup(stage.site, stage.people.chief, 'club')
    await setStanding(stage.site, group, stage.people.member, 'MEMBER')
    stage.groupId = group.id
  })
  afterAll(() => stage.site?.close())
  beforeEach(async () => {
    await stage.site.prisma.throttle.deleteMany()
    await stage.site.prisma.discussion.deleteMany()
  })
  return stage
}
