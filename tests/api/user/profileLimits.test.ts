import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/people.ts'
import { bmp, gif, jpeg, png, webp } from '../../support/pictures.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let ada: Person
beforeAll(async () => {
  site = await startSite()
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const LINK = 'https://a.example/'
const LIMITS = {
  nickname: ['x'.repeat(20), 'x'.repeat(21), 'Nickname can not exceed 20 characters'],
  realname: ['x'.repeat(50), 'x'.repeat(51), 'Real name can not exceed 50 characters'],
  school: ['x'.repeat(100), 'x'.repeat(101), 'School can not exceed 100 characters'],
  signature: ['x'.repeat(65_535), 'x'.repeat(65_536), 'Signature can not exceed 65535 characters'],
  github: [LINK.padEnd(255, 'x'), LINK.padEnd(256, 'x'), 'GitHub can not exceed 255 characters'],
  blog: [
    LINK.replace('https', 'http').padEnd(255, 'x'),
    'javascript:alert(1)',
    'Blog: Enter a link: https://… or a path such as /home',
  ],
} as const

describe('the texts of a profile', () => {
  it.each(Object.entries(LIMITS))(
    '%s is stored whole up to its limit (area-rules R12)',
    async (field, texts) => {
      const [longest, refused, msg] = texts
      const change = 'mutation ($input: ChangeProfileInput!) { changeProfile(input: $input) { id } }'
      expect((await site.graphql(change, { input: { [field]: longest } }, ada)).errors).toBeUndefined()
      const { errors } = await site.graphql(change, { input: { [field]: refused } }, ada)
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { [field]: expect.any(String) },
      })
      const asked = { token: ada.token, body: { [field]: refused } }
      // An envelope has a message alone, which says the field.
      expect(await site.rest('POST', '/api/change-userInfo', asked)).toMatchObject({ status: 400, msg })
      const stored = await site.prisma.user.findUniqueOrThrow({ where: { id: ada.id } })
      expect(stored).toMatchObject({ [field]: longest })
    },
  )
})

describe('an avatar', () => {
  const upload = async (bytes: Uint8Array, name: string) => {
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(bytes)]), name)
    const headers = { authorization: ada.token }
    const path = '/api/file/upload-avatar'
    return (await fetch(site.url + path, { method: 'POST', headers, body: form })).json() as Promise<{
      status: number
      data: { avatar: string } | null
    }>
  }

  it.each([
    ['gif', gif('89a')],
    ['jpeg', jpeg()],
    ['png', png()],
    ['bmp', bmp()],
    ['webp', webp()],
  ])('is a %s by its content, whatever its name (area-rules R12)', async (type, bytes) => {
    const { status, data } = await upload(bytes, 'face.txt')
    expect(status).toBe(200)
    expect((await fetch(site.url + data?.avatar)).headers.get('content-type')).toBe(`image/${type}`)
  })

  it('is refused above 2 MB, and with any other content (area-rules R12)', async () => {
    const mebibyte = 2 ** 20
    const whole = Buffer.concat([png(), Buffer.alloc(2 * mebibyte - png().length)])
    expect((await upload(whole, 'face.png')).status).toBe(200)
    expect((await upload(Buffer.concat([whole, Buffer.alloc(1)]), 'face.png')).status).toBe(400)
    expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'face.png')).status).toBe(
      400,
    )
  })
})
