import { z } from 'zod'
import type { Context } from '../../context.ts'
import { localized } from '../settings/localized.ts'
import { defineSettings } from '../settings/settings.ts'

/** Whether the IANA database has a time zone of this name. */
const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const line = z.string().trim().max(200)
const named = line.min(1)
const address = z.string().trim().max(500)
/** A link that is safe to open. */
const link = address.refine((text) => text === '' || /^https?:\/\/[^\s/]/i.test(text), {
  params: { fault: 'NOT_A_LINK' },
})

/** Website settings: name, description and links. */
export const website = defineSettings(
  'website',
  z.object({
    name: localized
      .default({ 'zh-CN': '明川在线评测', 'en-US': 'Mingchuan Online Judge' })
      .describe('What the site is called, by language.'),
    shortName: named.default('MOJ').describe('The name in mails and where there is little room.'),
    description: z
      .string()
      .max(2000)
      .default('')
      .describe('What the site is, for search engines and the footer.'),
    recordName: line.default('').describe('The registration record that a law may ask a site to show.'),
    recordUrl: link.default('').describe('Where the record is kept.'),
    projectName: line.default('MOJ').describe('What the footer calls the software.'),
    projectUrl: link.default('').describe('Where the software is at home.'),
    baseUrl: link
      .default('')
      .describe('Where people reach the site; empty: the address it was started with.'),
    email: line.default('').describe('Whom to write to.'),
    registrationOpen: z.boolean().default(true).describe('Whether people can make accounts themselves.'),
    refusedEmailSuffixes: z
      .array(z.string().trim().toLowerCase().min(1).max(100))
      .max(500)
      .default([])
      .describe("Ends of addresses with which nobody can register, such as 'example.com'."),
    timeZone: z
      .string()
      .refine(isTimeZone, { params: { fault: 'NOT_OFFERED' } })
      .default('Asia/Shanghai')
      .describe('IANA name of the zone in which days and check-ins are counted.'),
  }),
)

/** Switches of areas, and limits for all users. */
export const switches = defineSettings(
  'switches',
  z.object({
    openPublicDiscussion: z.boolean().default(true).describe('Whether there are public discussions.'),
    openGroupDiscussion: z.boolean().default(true).describe('Whether there are discussions in groups.'),
    openContestComment: z.boolean().default(true).describe('Whether contests can be commented on.'),
    openPublicJudge: z
      .boolean()
      .default(true)
      .describe('Whether problems outside contests and groups take code.'),
    openGroupJudge: z.boolean().default(true).describe('Whether problems of groups take code.'),
    openContestJudge: z.boolean().default(true).describe('Whether contests take code.'),
    hideSources: z
      .boolean()
      .default(false)
      .describe('Closes the code of others outside contests to all but super and problem administrators.'),
    submitIntervalSeconds: z
      .number()
      .int()
      .min(0)
      .max(86_400)
      .default(8)
      .describe('Between two submissions of one person outside contests; 0: no wait.'),
    minCodeLength: z
      .number()
      .int()
      .min(0)
      .max(65_535)
      .default(0)
      .describe('Characters that a submission must have.'),
  }),
)

/** Public URL of the site, without a trailing slash. */
export async function siteUrl(ctx: Pick<Context, 'house' | 'now'>): Promise<string> {
  const { baseUrl } = await website.get(ctx)
  return (baseUrl || ctx.house.publicUrl).replace(/\/+$/, '')
}
