import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { website } from '#server/modules/site/site.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let admin: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  admin = await addPerson(site, 'admin', { role: 'ADMIN' })
})
afterAll(() => site.close())

const READ =
  '{ websiteSettings { version shortName registrationOpen refusedEmailSuffixes name { locale text } } }'
const CHANGE =
  'mutation ($input: ChangeWebsiteSettingsInput!) { changeWebsiteSettings(input: $input) { version shortName email } }'
const SWITCH =
  'mutation ($input: ChangeSwitchesSettingsInput!) { changeSwitchesSettings(input: $input) { submitIntervalSeconds openPublicJudge } }'
const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

describe('settings in the graph', () => {
  it('are read and changed by administrators of the site alone', async () => {
    const { data } = await site.graphql(READ, {}, root)
    expect(data.websiteSettings).toMatchObject({ shortName: 'MOJ', registrationOpen: true })
    expect(data.websiteSettings.name.map(({ locale }: { locale: string }) => locale)).toEqual([
      'ZH_CN',
      'EN_US',
    ])
    for (const asker of [admin, {}]) {
      const code = asker === admin ? 'FORBIDDEN' : 'UNAUTHENTICATED'
      expect(codeOf(await site.graphql(READ, {}, asker))).toBe(code)
      expect(codeOf(await site.graphql(CHANGE, { input: { shortName: 'X' } }, asker))).toBe(code)
      const stream = await site.subscribe('subscription { websiteSettingsChanged { version } }', {}, asker)
      expect(codeOf(await stream.next())).toBe(code)
    }
  })

  it('reach anyone who has them open, and the pages of everybody', async () => {
    const form = await site.subscribe(
      'subscription { websiteSettingsChanged { shortName version } }',
      {},
      root,
    )
    const page = await site.subscribe('subscription { siteChanged { id shortName } }')
    const changed = await site.graphql(CHANGE, { input: { shortName: 'RJ' } }, root)
    const { version } = changed.data.changeWebsiteSettings
    expect(await form.next()).toEqual({ data: { websiteSettingsChanged: { shortName: 'RJ', version } } })
    expect(await page.next()).toEqual({ data: { siteChanged: { id: expect.any(String), shortName: 'RJ' } } })
    form.close()
    page.close()
  })

  it('refuse a save that began from an older version, and keep what the other wrote', async () => {
    const { version } = (await site.graphql(READ, {}, root)).data.websiteSettings
    await site.graphql(CHANGE, { input: { version, email: 'first@site.test' } }, root)
    const late = await site.graphql(CHANGE, { input: { version, email: 'second@site.test' } }, root)
    expect(late.errors?.[0]).toMatchObject({
      message: expect.stringContaining('Someone else saved changes in the meantime'),
      extensions: { code: 'CONFLICT', version: version + 1 },
    })
    const now = await site.graphql('{ websiteSettings { email } }', {}, root)
    expect(now.data.websiteSettings.email).toBe('first@site.test')
  })

  it('take what fits and name what does not', async () => {
    for (const [field, value] of [
      ['projectUrl', 'javascript:alert(1)'],
      ['timeZone', 'Mars/Olympus'],
      ['shortName', ' '],
    ] as const) {
      const answer = await site.graphql(CHANGE, { input: { [field]: value } }, root)
      expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field })
    }
    const answer = await site.graphql(SWITCH, { input: { submitIntervalSeconds: 99_999_999 } }, root)
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'submitIntervalSeconds',
    })
  })

  it('are written down, field by field', async () => {
    await site.graphql(SWITCH, { input: { submitIntervalSeconds: 3, openPublicJudge: true } }, root)
    const query =
      '{ auditEntries(subject: "Settings:switches", first: 1) { edges { node { action actor { username } changes { field before after } } } } }'
    const { data } = await site.graphql(query, {}, root)
    expect(data.auditEntries.edges[0].node).toEqual({
      action: 'SETTINGS_CHANGED',
      actor: { username: 'root' },
      changes: [{ field: 'submitIntervalSeconds', before: '8', after: '3' }],
    })
  })
})

describe('settings through REST', () => {
  it('have the shapes of the reference system', async () => {
    const name = { 'zh-CN': '明川在线评测' }
    await website.set(contextOf(site, root), { name })
    const web = await site.rest('GET', '/api/admin/config/get-web-config', root)
    expect(Object.keys(web.data).sort()).toEqual(
      'baseUrl description name projectName projectUrl recordName recordUrl register shortName'.split(' '),
    )
    // The name that is shown, which is of another language, is no name of this one.
    await site.rest('PUT', '/api/admin/config/set-web-config', { ...root, body: web.data })
    expect((await website.get(contextOf(site, root))).name).toEqual(name)
    await site.rest('PUT', '/api/admin/config/set-web-config', {
      ...root,
      body: { ...web.data, name: 'River', shortName: '', projectName: null, register: false },
    })
    const after = await site.rest('GET', '/api/get-website-config', { locale: 'en-US' })
    expect(after.data).toMatchObject({ name: 'River', shortName: 'RJ', projectName: 'MOJ', register: false })
    // What the client of the reference system sends for an empty field.
    await site.rest('PUT', '/api/admin/config/set-web-config', {
      ...root,
      body: { name: 'None', projectName: 'None', recordUrl: 'None', description: 'A river' },
    })
    expect((await site.rest('GET', '/api/get-website-config', { locale: 'en-US' })).data).toEqual({
      ...after.data,
      description: 'A river',
    })
    const chinese = await site.rest('GET', '/api/get-website-config', { locale: 'zh-CN' })
    expect(chinese.data.name).toBe('明川在线评测')
  })

  it('flip switches, and leave alone what is not named', async () => {
    const before = (await site.rest('GET', '/api/admin/switch/info', root)).data
    expect(before).toMatchObject({ openPublicJudge: true, defaultCreateGroupLimit: 5 })
    const banks = ['hdu', 'cf', 'poj', 'atcoder', 'spoj', 'libreoj']
    expect(before).toMatchObject(
      Object.fromEntries(
        banks.flatMap((bank) => ['Username', 'Password'].map((of) => [`${bank}${of}List`, []])),
      ),
    )
    await site.rest('PUT', '/api/admin/switch/update', {
      ...root,
      body: { hideNonContestSubmissionCode: true, defaultSubmitInterval: -5 },
    })
    const after = (await site.rest('GET', '/api/admin/switch/info', root)).data
    expect(after).toEqual({ ...before, hideNonContestSubmissionCode: true, defaultSubmitInterval: 0 })
  })

  it('keep the limits of discussions and groups, and refuse negative ones (behaviour.md 5.1)', async () => {
    const limits = {
      defaultCreateGroupDailyLimit: 3,
      defaultCreateGroupLimit: 6,
      defaultCreateGroupACInitValue: 0,
      defaultCreateDiscussionDailyLimit: 10_000,
      defaultCreateDiscussionACInitValue: 1,
      defaultCreateCommentACInitValue: 2,
    }
    const areas = { openPublicDiscussion: false, openGroupDiscussion: false }
    const put = (body: object) => site.rest('PUT', '/api/admin/switch/update', { ...root, body })
    const info = async () => (await site.rest('GET', '/api/admin/switch/info', root)).data
    const before = await info()
    expect(await put({ ...limits, ...areas })).toMatchObject({ status: 200 })
    expect(await info()).toEqual({ ...before, ...limits, ...areas })
    for (const name of Object.keys(limits))
      for (const value of [-1, 10_001]) expect((await put({ [name]: value })).status).toBe(400)
    expect(await info()).toMatchObject(limits)
    await put(before)
    expect(await info()).toEqual(before)
  })

  it('are closed to all but administrators of the site', async () => {
    for (const path of ['/api/admin/switch/info', '/api/admin/config/get-web-config']) {
      expect(await site.rest('GET', path)).toMatchObject({ http: 401 })
      expect(await site.rest('GET', path, admin)).toMatchObject({ http: 403 })
    }
    expect(await site.rest('PUT', '/api/admin/switch/update', { ...admin, body: {} })).toMatchObject({
      http: 403,
    })
  })
})
