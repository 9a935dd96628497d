import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTranslator } from '#locales/translator.ts'
import { checkIn, dayOf, findCheckIn } from '#server/modules/user/checkIn.ts'
import en from '../../../locales/en-US/site/fortune.json' with { type: 'json' }
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const STATE = 'doneToday fortune streak week'
const at = (person: Person, moment: string) => contextOf(site, person, new Date(moment))

describe('the check-in', () => {
  it('draws one fortune a day', async () => {
    const { token } = await addPerson(site, 'early')
    const before = await site.graphql(`{ checkIn { ${STATE} } }`, {}, { token })
    const none = Array(6).fill(false)
    expect(before.data.checkIn).toEqual({
      doneToday: false,
      fortune: null,
      streak: 0,
      week: [...none, false],
    })

    const { data } = await site.graphql(`mutation { checkIn { ${STATE} } }`, {}, { token })
    expect(data.checkIn).toMatchObject({ doneToday: true, streak: 1, week: [...none, true] })
    expect(Object.keys(en)).toContain(String(data.checkIn.fortune))

    const again = await site.graphql(`mutation { checkIn { ${STATE} } }`, {}, { token })
    expect(again.errors?.[0]).toMatchObject({
      message: 'already signed in today, do not click repeatedly',
      extensions: { code: 'ALREADY_CHECKED_IN' },
    })
    const later = await site.graphql(`{ checkIn { ${STATE} } }`, {}, { token })
    expect(later.data.checkIn).toEqual(data.checkIn)
  })

  it('counts once, however often it is clicked at once', async () => {
    const person = await addPerson(site, 'clicker')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        site.graphql('mutation { checkIn { streak } }', {}, { token: person.token }),
      ),
    )
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    expect(await site.prisma.checkIn.count({ where: { userId: person.id } })).toBe(1)
  })

  it('answers true and false at the REST door, of anyone who is signed in', async () => {
    const mine = await addPerson(site, 'rester')
    const other = await addPerson(site, 'neighbour')
    const call = (path: string, token: string | null) =>
      site.rest('POST', path, { token, body: { uuid: other.id } })
    expect(await call('/shopapi/hasUserSignIn', mine.token)).toMatchObject({ status: 200, data: false })
    expect(await call('/shopapi/signIn', mine.token)).toMatchObject({ status: 200, data: true })
    expect(await call('/shopapi/hasUserSignIn', mine.token)).toMatchObject({ status: 200, data: true })
    expect(await call('/shopapi/hasUserSignIn', other.token)).toMatchObject({ status: 200, data: false })
    expect(await call('/shopapi/signIn', mine.token)).toMatchObject({ http: 200, status: 400, data: null })
    expect(await call('/shopapi/signIn', null)).toMatchObject({ http: 401, status: 401 })
  })

  it("changes days at the site's midnight", async () => {
    expect(dayOf(new Date('2026-03-01T15:59:59Z'), 'Asia/Shanghai')).toBe('2026-03-01')
    expect(dayOf(new Date('2026-03-01T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-03-02')
    const person = await addPerson(site, 'owl')
    expect((await checkIn(at(person, '2026-03-01T15:59:59Z'))).streak).toBe(1)
    await expect(checkIn(at(person, '2026-02-28T16:00:00Z'))).rejects.toMatchObject({
      code: 'ALREADY_CHECKED_IN',
    })
    expect((await checkIn(at(person, '2026-03-01T16:00:00Z'))).streak).toBe(2)
  })

  it('counts days in a row, and yesterday while today is open', async () => {
    const person = await addPerson(site, 'steady')
    const days = [
      '2026-02-20',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]
    for (const day of days) await checkIn(at(person, `${day}T04:00:00Z`))
    const on = async (day: string) => await findCheckIn(at(person, `${day}T04:00:00Z`))
    expect(await on('2026-03-02')).toMatchObject({ doneToday: true, streak: 6 })
    expect(await on('2026-03-03')).toMatchObject({
      doneToday: false,
      fortune: null,
      streak: 6,
      week: [true, true, true, true, true, true, false],
    })
    expect(await on('2026-03-04')).toMatchObject({ doneToday: false, streak: 0 })
    expect(await on('2026-02-28')).toMatchObject({
      streak: 4,
      week: [false, false, false, true, true, true, true],
    })
  })

  it('is nothing for guests', async () => {
    expect((await site.graphql(`{ checkIn { ${STATE} } }`)).data.checkIn).toBeNull()
    const { errors } = await site.graphql(`mutation { checkIn { ${STATE} } }`)
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
  })
})

describe('the fortunes', () => {
  it('are thirteen', () => {
    expect(Object.keys(en)).toEqual(Array.from({ length: 13 }, (_, index) => String(index + 1)))
    expect(createTranslator('zh-CN')('refusal:ALREADY_CHECKED_IN')).toBe('今天已经签到过了，请勿重复点击')
  })
})
