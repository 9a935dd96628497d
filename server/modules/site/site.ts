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
      .describe('Name of the site, by language.'),
    shortName: named.default('MOJ').describe('Short name, for mails and narrow places.'),
    description: z
      .string()
      .max(2000)
      .default('')
      .describe('Description of the site, for search engines and the footer.'),
    recordName: line.default('').describe('Registration record that a site may be required to show.'),
    recordUrl: link.default('').describe('URL of the registration record.'),
    projectName: line.default('MOJ').describe('Name of the software in the footer.'),
    projectUrl: link.default('').describe('URL of the software.'),
    baseUrl: link.default('').describe('Public URL of the site; empty: the one it was started with.'),
    email: line.default('').describe('Contact address.'),
    registrationOpen: z.boolean().default(true).describe('Whether registration is open.'),
    refusedEmailSuffixes: z
      .array(z.string().trim().toLowerCase().min(1).max(100))
      .max(500)
      .default([])
      .describe("Blocked e-mail domains, such as 'example.com'."),
    timeZone: z
      .string()
      .refine(isTimeZone, { params: { fault: 'NOT_OFFERED' } })
      .default('Asia/Shanghai')
      .describe('IANA time zone of days and check-ins.'),
  }),
)

/** A limit of the switches, 0 to 10,000. */
const limit = (standard: number, description: string) =>
  z.number().int().min(0).max(10_000).default(standard).describe(description)

/** Switches of areas, and limits for all users. */
export const switches = defineSettings(
  'switches',
  z.object({
    openPublicDiscussion: z.boolean().default(true).describe('Whether public discussions are enabled.'),
    openGroupDiscussion: z.boolean().default(true).describe('Whether discussions in groups are enabled.'),
    openContestComment: z.boolean().default(true).describe('Whether comments on contests are enabled.'),
    openPublicJudge: z.boolean().default(true).describe('Whether practice submissions are enabled.'),
    openGroupJudge: z.boolean().default(true).describe('Whether submissions in groups are enabled.'),
    openContestJudge: z.boolean().default(true).describe('Whether submissions in contests are enabled.'),
    hideSources: z
      .boolean()
      .default(false)
      .describe(
        'Hides code outside contests from all but super and problem administrators, its author included.',
      ),
    submitIntervalSeconds: z
      .number()
      .int()
      .min(0)
      .max(86_400)
      .default(8)
      .describe('Between two submissions of a user outside contests; 0: no limit.'),
    discussionSolved: limit(10, 'Solved problems that posting takes.'),
    discussionsPerDay: limit(5, 'Posts of a user within 24 hours.'),
    commentSolved: limit(10, 'Solved problems that commenting on posts takes.'),
    groupSolved: limit(20, 'Solved problems that creating a group takes.'),
    groupsPerDay: limit(2, 'Groups that a user creates within 24 hours.'),
    groupsOwned: limit(5, 'Groups that a user owns.'),
    minCodeLength: z
      .number()
      .int()
      .min(0)
      .max(65_535)
      .default(0)
      .describe('Least characters of a program; not in Python, PHP, Ruby, Rust, JavaScript and TypeScript.'),
  }),
)

/** Public URL of the site, without a trailing slash. */
export async function siteUrl(ctx: Pick<Context, 'house' | 'now'>): Promise<string> {
  const { baseUrl } = await website.get(ctx)
  return (baseUrl || ctx.house.publicUrl).replace(/\/+$/, '')
}
