import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSlide } from '#server/modules/site/carousel.ts'
import { switches, website } from '#server/modules/site/site.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'
import { addDrawing } from '../../support/slides.ts'
import { uploadOf } from '../../support/uploadFile.ts'

let site: Site
let root: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const SITE = `{ site { name shortName description recordName recordUrl projectName projectUrl registrationOpen
  openPublicDiscussion openGroupDiscussion openContestComment submitIntervalSeconds } }`

describe('the settings', () => {
  it('have defaults that both doors tell', async () => {
    const { data } = await site.graphql(SITE)
    expect(data.site).toEqual({
      name: 'Mingchuan Online Judge',
      shortName: 'MOJ',
      description: '',
      recordName: '',
      recordUrl: '',
      projectName: 'MOJ',
      projectUrl: '',
      registrationOpen: true,
      openPublicDiscussion: true,
      openGroupDiscussion: true,
      openContestComment: true,
      submitIntervalSeconds: 8,
    })
    expect(await site.rest('GET', '/api/get-website-config')).toMatchObject({
      http: 200,
      status: 200,
      msg: 'success',
      data: {
        baseUrl: 'http://judge.test',
        name: 'Mingchuan Online Judge',
        shortName: 'MOJ',
        register: true,
        recordName: '',
        recordUrl: '',
        description: '',
        email: '',
        projectName: 'MOJ',
        projectUrl: '',
        openPublicDiscussion: true,
        openGroupDiscussion: true,
        openContestComment: true,
      },
    })
  })

  it('change for everybody when an administrator of the site sets them, one field at a time', async () => {
    const ctx = contextOf(site, root)
    await website.set(ctx, { name: 'Riverside', registrationOpen: false })
    await switches.set(ctx, { submitIntervalSeconds: 0 })
    await website.set(ctx, { description: 'By the river' })
    const { data } = await site.graphql(SITE)
    expect(data.site).toMatchObject({
      name: 'Riverside',
      description: 'By the river',
      registrationOpen: false,
      submitIntervalSeconds: 0,
      shortName: 'MOJ',
    })
    await website.set(ctx, { registrationOpen: true })
  })

  it('name the site in the language of the reader', async () => {
    const nameIn = async (locale: string) => (await site.graphql(SITE, {}, { locale })).data.site.name
    expect(await nameIn('zh-CN')).toBe('Riverside')
    await website.set(contextOf(site, root), {
      name: { 'zh-CN': '河畔', 'en-US': 'Riverside' },
    })
    expect([await nameIn('zh-CN'), await nameIn('en-US')]).toEqual(['河畔', 'Riverside'])
    const { data } = await site.rest('GET', '/api/get-website-config', { locale: 'zh-CN' })
    expect(data.name).toBe('河畔')
  })

  it('are heard of in other processes', async () => {
    await website.get(contextOf(site, null))
    // What another process does: write the row, then tell.
    await site.prisma.$transaction(async (db) => {
      await db.setting.upsert({
        where: { key: 'website' },
        create: { key: 'website', value: { shortName: 'RJ' } },
        update: { value: { shortName: 'RJ' } },
      })
      await db.$executeRaw`select pg_notify('events', ${JSON.stringify({ name: 'site.configured', payload: { key: 'website' } })})`
    })
    await expect.poll(async () => (await site.graphql(SITE)).data.site.shortName).toBe('RJ')
  })

  it('survive a stored value that no longer fits', async () => {
    await site.prisma.setting.update({
      where: { key: 'website' },
      data: { value: { shortName: 'RJ', timeZone: 'Mars/Olympus', name: 7 } },
    })
    await switches.set(contextOf(site, root), { hideSources: true })
    const settings = await website.get(contextOf(site, null))
    expect(settings).toMatchObject({ shortName: 'RJ', timeZone: 'Asia/Shanghai' })
    expect(settings.name['zh-CN']).toBe('明川在线评测')
    expect((await switches.get(contextOf(site, null))).hideSources).toBe(true)
  })

  it('are set by nobody else, and only to what fits', async () => {
    const change = { name: 'Mine' }
    await expect(website.set(contextOf(site, null), change)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    await expect(website.set(contextOf(site, ada), change)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(switches.set(contextOf(site, root), { submitIntervalSeconds: -1 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      parameters: { field: 'submitIntervalSeconds' },
    })
  })
})

describe('the carousel', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const slide = {
    texts: {
      'zh-CN': { title: '你好', subtitle: '欢迎' },
      'en-US': { title: 'Hello', subtitle: 'Welcome' },
    },
    href: '/problem',
    rank: 1,
  }
  const CAROUSEL = '{ site { carousel { id imageUrl title subtitle href } } }'

  it('shows its slides in order, in the language of the reader', async () => {
    await addDrawing(site, root, svg, slide)
    await addDrawing(site, root, `${svg} `, { ...slide, rank: 0, href: null })
    const english = await site.graphql(CAROUSEL)
    expect(english.data.site.carousel.map((one: { href: string }) => one.href)).toEqual([null, '/problem'])
    expect(english.data.site.carousel[1]).toMatchObject({ title: 'Hello', subtitle: 'Welcome' })
    const chinese = await site.graphql(CAROUSEL, {}, { locale: 'zh-CN' })
    expect(chinese.data.site.carousel[1]).toMatchObject({ title: '你好' })

    const rest = await site.rest('GET', '/api/home-carousel')
    expect(rest.data).toEqual([
      { id: expect.any(Number), url: english.data.site.carousel[0].imageUrl },
      { id: expect.any(Number), url: english.data.site.carousel[1].imageUrl },
    ])
  })

  it('hands out the picture for good, and lets nothing in it run', async () => {
    const { data } = await site.graphql(CAROUSEL)
    const response = await fetch(site.url + data.site.carousel[1].imageUrl)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(svg)
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  })

  it('hands out nothing that is not one of its pictures', async () => {
    const secret = await site.house.blobs.put(Buffer.from('a hidden test'))
    for (const hash of [secret, '0'.repeat(64), 'x', '..%2f..%2fetc%2fpasswd']) {
      const answer = await site.rest('GET', `/site-files/${hash}`)
      expect(answer).toMatchObject({ http: 404, status: 404, data: null })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('takes pictures from administrators of the site alone, and no link that runs something', async () => {
    const picture = () => uploadOf('a.png', png())
    await expect(addSlide(contextOf(site, ada), picture())).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const href of ['javascript:alert(1)', '//evil.test', '/\\evil.test', 'data:text/html,x']) {
      await expect(addSlide(contextOf(site, root), picture(), { href })).rejects.toMatchObject({
        parameters: { field: 'href' },
      })
    }
    const drawing = uploadOf('a.png', Buffer.from(svg))
    await expect(addSlide(contextOf(site, root), drawing)).rejects.toMatchObject({ code: 'PICTURE_TYPE' })
    const bomb = uploadOf('a.png', png({ width: 50_000, height: 50_000 }))
    await expect(addSlide(contextOf(site, root), bomb)).rejects.toMatchObject({ code: 'PICTURE_SIZE' })
  })
})

describe('the figures of the home page', () => {
  const DAY = 86_400_000
  const WEEK = '{ site { weekStatistic { total previousTotal days { date total accepted } } } }'
  const RANK = '{ site { acceptedRank { accepted total user { username } } } }'
  let problemId: number

  const send = (userId: string, accepted: boolean, daysAgo: number) =>
    site.prisma.submission.create({
      data: {
        problemId,
        userId,
        language: 'cpp17',
        codeLength: 10,
        ip: '',
        state: 'DONE',
        verdict: accepted ? 'ACCEPTED' : 'WRONG_ANSWER',
        createdAt: new Date(Date.now() - daysAgo * DAY),
      },
    })

  beforeAll(async () => {
    problemId = (await addProblem(site, root, 'H1')).id
    await addProblem(site, root, 'H2')
    await send(ada.id, true, 0)
    await send(ada.id, false, 0)
    await send(ada.id, true, 6)
    await send(ada.id, true, 7)
    await send(root.id, false, 13)
    await send(root.id, false, 20)
    const progress = { userId: ada.id, verdict: 'ACCEPTED' as const, lastSubmissionId: 1 }
    await site.prisma.problemProgress.create({ data: { ...progress, problemId, acceptedAt: new Date() } })
    await site.prisma.problemProgress.create({
      data: {
        ...progress,
        userId: root.id,
        problemId,
        acceptedAt: new Date(Date.now() - 8 * DAY),
      },
    })
  })

  it('count seven days of the site, and the seven before', async () => {
    const { data } = await site.graphql(WEEK)
    const week = data.site.weekStatistic
    const dates = week.days.map((day: { date: string }) => day.date)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())
    expect(dates).toHaveLength(7)
    expect(dates[6]).toBe(today)
    expect(dates.toSorted()).toEqual(dates)
    expect(week).toMatchObject({ total: 3, previousTotal: 2 })
    expect(week.days[6]).toMatchObject({ total: 2, accepted: 1 })
    expect(week.days[0]).toMatchObject({ total: 1, accepted: 1 })
  })

  it('are kept, until an administrator of the site asks for new ones', async () => {
    await send(ada.id, true, 0)
    const path = '/api/get-last-week-submission-statistic'
    const totals = async (query: string, token?: string) =>
      (await site.rest('GET', path + query, { token: token ?? null })).data.totalCountList
    expect((await totals(''))[6]).toBe(2)
    expect((await totals('?forceRefresh=true'))[6]).toBe(2)
    expect((await totals('?forceRefresh=true', ada.token))[6]).toBe(2)
    expect((await totals('?forceRefresh=true', root.token))[6]).toBe(3)
    const both = await site.rest('GET', `${path}s`)
    expect(both.data).toEqual({
      dateStrList: expect.arrayContaining([expect.stringMatching(/^\d\d-\d\d$/)]),
      acCountList: [1, 0, 0, 0, 0, 0, 2],
      totalCountList: [1, 0, 0, 0, 0, 0, 3],
    })
  })

  it('rank those who were accepted for the first time within seven days', async () => {
    const { data } = await site.graphql(RANK)
    expect(data.site.acceptedRank).toEqual([{ accepted: 1, total: 4, user: { username: 'ada' } }])
    const rest = await site.rest('GET', '/api/get-recent-seven-ac-rank')
    expect(rest.data).toEqual([
      {
        uid: ada.id,
        username: 'ada',
        nickname: null,
        signature: null,
        avatar: null,
        titleName: null,
        titleColor: null,
        total: null,
        ac: 1,
        rating: null,
      },
    ])
  })

  it('list the problems that changed last, hidden ones never', async () => {
    await addProblem(site, root, 'H3', { visibility: 'HIDDEN' })
    const { data } = await site.graphql('{ site { recentProblems { displayId title } } }')
    expect(data.site.recentProblems).toEqual([
      { displayId: 'H2', title: 'Sum H2' },
      { displayId: 'H1', title: 'Sum H1' },
    ])
    const rest = await site.rest('GET', '/api/get-recent-updated-problem')
    expect(rest.data[0]).toEqual({
      id: expect.any(Number),
      problemId: 'H2',
      title: 'Sum H2',
      type: 0,
      gmtCreate: expect.stringMatching(/\+0000$/),
      gmtModified: expect.stringMatching(/\+0000$/),
    })
  })

  it('say why a problem changed, of public ones', async () => {
    const changeOf = async (id: string) => {
      const { data } = await site.graphql(`{ problem(displayId: "${id}") { lastChange } }`, {}, root)
      return data.problem.lastChange
    }
    const change = async (changes: object) => {
      const { data } = await site.graphql('{ problem(displayId: "H2") { id } }')
      const input = { id: data.problem.id, changes }
      const done = await site.graphql(
        'mutation ($input: UpdateProblemInput!) { updateProblem(input: $input) { id } }',
        { input },
        root,
      )
      expect(done.errors).toBeUndefined()
      return changeOf('H2')
    }
    expect(await changeOf('H2')).toBe('NEW')
    expect(await changeOf('H3')).toBeNull()
    expect(await change({ timeLimitMs: 2000 })).toBe('LIMITS')
    expect(await change({ samples: [{ input: '1 2', output: '3' }] })).toBe('SAMPLES')
    expect(await change({ difficulty: 'HARD' })).toBe('DIFFICULTY')
    // A save that changes nothing takes the reason of none.
    expect(await change({ difficulty: 'HARD' })).toBe('DIFFICULTY')
    expect(await change({ showsCases: false })).toBeNull()
    expect(await change({ visibility: 'HIDDEN' })).toBeNull()
  })

  it('know of no contests yet', async () => {
    expect((await site.rest('GET', '/api/get-recent-contest')).data).toEqual([])
    expect((await site.rest('GET', '/api/get-recent-other-contest')).data).toEqual([])
  })
})
