import { afterAll, beforeAll, expect } from 'vitest'
import { addJudged, MINUTE } from './contests.ts'
import { addJudgeable } from './judgeable.ts'
import { addPerson, type Person } from './people.ts'
import { type Site, startSite } from './site.ts'

export const minutes = (from: number) => new Date(Date.now() + from * MINUTE)

/** A site with people and problems, whose contests are created over the calls of the reference system's client. */
export type ContestSite = {
  site: Site
  people: Record<'root' | 'owner' | 'rival' | 'ada' | 'bob' | 'team7', Person>
  problems: Record<'sum' | 'path' | 'spare', { id: number; globalId: string }>
  call(who: Person | null, method: string, path: string, body?: unknown): ReturnType<Site['rest']>
  /** Creates a contest of `owner` from an hour ago to an hour from now; returns its number. */
  makeContest(change?: { title?: string | number } & Record<string, unknown>): Promise<number>
  put(cid: number, pid: number, displayId: string): ReturnType<Site['rest']>
  rank(who: Person | null, cid: number, wish?: object): ReturnType<Site['rest']>
  /** Adds a judged submission of `who`, created `minute` minutes after the start. */
  sent(
    who: Person,
    cid: number,
    problemId: number,
    minute: number,
    fields?: object,
  ): ReturnType<typeof addJudged>
}

/** Opens the site before the tests of the calling file, and closes it after them. `env`: further settings. */
export function openContestSite(env: () => Promise<Record<string, string>> = async () => ({})): ContestSite {
  const people = {} as ContestSite['people']
  const problems = {} as ContestSite['problems']
  const arena = { people, problems } as ContestSite
  beforeAll(async () => {
    const site = await startSite(await env())
    arena.site = site
    people.root = await addPerson(site, 'root', { role: 'ROOT' })
    people.owner = await addPerson(site, 'owner', { role: 'ADMIN' })
    people.rival = await addPerson(site, 'rival', { role: 'ADMIN' })
    for (const name of ['ada', 'bob', 'team7'] as const) people[name] = await addPerson(site, name)
    for (const name of ['sum', 'path', 'spare'] as const)
      problems[name] = await addJudgeable(site, name.toUpperCase())
  })
  afterAll(() => arena.site.close())

  const call: ContestSite['call'] = (who, method, path, body) =>
    arena.site.rest(method, path, { ...(who ? { token: who.token } : {}), body })
  const makeContest: ContestSite['makeContest'] = async (change = {}) => {
    const { title = `Contest ${Math.random()}` } = change
    const made = await call(people.owner, 'POST', '/api/admin/contest', {
      title,
      description: 'Rules',
      type: 0,
      auth: 0,
      pwd: '',
      gid: null,
      source: null,
      uid: '1',
      startTime: minutes(-60).toJSON(),
      endTime: minutes(60).toJSON(),
      duration: 7200,
      sealRank: false,
      sealRankTime: null,
      autoRealRank: true,
      visible: true,
      openPrint: false,
      openAccountLimit: false,
      accountLimitRule: null,
      rankShowName: 'username',
      starAccount: [],
      openRank: false,
      oiRankScoreType: 'Recent',
      awardType: 0,
      awardConfigList: [],
      allowEndSubmit: false,
      ...change,
    })
    expect(made).toMatchObject({ status: 200 })
    const list = await call(people.owner, 'GET', `/api/admin/contest/get-contest-list?keyword=${title}`)
    const { id } = list.data.records[0]
    return id
  }

  const put: ContestSite['put'] = (cid, pid, displayId) =>
    call(people.owner, 'PUT', '/api/admin/contest/contest-problem', {
      cid,
      pid,
      displayId,
      displayTitle: `Problem ${displayId}`,
      color: '#ff0000',
    })

  const rank: ContestSite['rank'] = (who, cid, wish = {}) =>
    call(who, 'POST', '/api/get-contest-rank', {
      cid,
      currentPage: 1,
      limit: 50,
      forceRefresh: false,
      removeStar: false,
      keyword: null,
      containsEnd: false,
      concernedList: [],
      externalCidList: [],
      ...wish,
    })

  const sent: ContestSite['sent'] = async (who, cid, problemId, minute, fields = {}) => {
    const { startsAt } = await arena.site.prisma.contest.findUniqueOrThrow({ where: { id: cid } })
    const createdAt = new Date(startsAt.getTime() + minute * MINUTE)
    return addJudged(arena.site, who, { problemId, contestId: cid, createdAt }, fields)
  }

  return Object.assign(arena, { call, makeContest, put, rank, sent })
}
