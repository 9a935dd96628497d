import { z } from 'zod'
import { type Context, inLocale } from '../../context.ts'
import { optionalFlag, optionalNumber, optionalText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { siteUrl, switches, website } from './site.ts'

const texts = {
  baseUrl: z.string(),
  name: z.string().describe("In the caller's language."),
  shortName: z.string(),
  description: z.string(),
  recordName: z.string(),
  recordUrl: z.string(),
  projectName: z.string(),
  projectUrl: z.string(),
}

const restWebsite = z
  .object({ ...texts, register: z.boolean().describe('Whether registration is open.') })
  .meta({ id: 'WebsiteConfig', description: 'Website settings.' })

const websiteOf = async (ctx: Context) => {
  const { name, registrationOpen, ...settings } = await website.get(ctx)
  const { shortName, description, recordName, recordUrl, projectName, projectUrl } = settings
  return {
    baseUrl: await siteUrl(ctx),
    name: inLocale(name, ctx.locale) ?? '',
    shortName,
    description,
    recordName,
    recordUrl,
    projectName,
    projectUrl,
    register: registrationOpen,
  }
}

const AREAS = {
  openPublicDiscussion: z.boolean(),
  openGroupDiscussion: z.boolean(),
  openContestComment: z.boolean(),
}

const areasOf = async (ctx: Context) => {
  const { openPublicDiscussion, openGroupDiscussion, openContestComment } = await switches.get(ctx)
  return { openPublicDiscussion, openGroupDiscussion, openContestComment }
}

router.get(
  '/api/get-website-config',
  'anyone',
  {
    summary: 'Website settings, and which areas are open.',
    answer: restWebsite.extend({ email: z.string().describe('Contact address.'), ...AREAS }),
  },
  async (ctx) => {
    const { email } = await website.get(ctx)
    return { ...(await websiteOf(ctx)), email, ...(await areasOf(ctx)) }
  },
)

router.get(
  '/api/admin/config/get-web-config',
  'site.configure',
  { summary: 'Website settings.', answer: restWebsite },
  websiteOf,
)

/** Placeholder that the client of the reference system sends for an empty field. */
const NOTHING = 'None'

router.put(
  '/api/admin/config/set-web-config',
  'site.configure',
  {
    summary: "Changes website settings; empty, 'None' and omitted fields stay as they are.",
    body: {
      baseUrl: optionalText().describe('Public URL of the site.'),
      name: optionalText().describe("Name of the site, in the caller's language."),
      shortName: optionalText().describe('Short name, for mails.'),
      description: optionalText().describe('Description of the site.'),
      recordName: optionalText().describe('Registration record.'),
      recordUrl: optionalText().describe('URL of the registration record.'),
      projectName: optionalText().describe('Name of the software in the footer.'),
      projectUrl: optionalText().describe('URL of the software.'),
      register: optionalFlag().describe('Whether registration is open.'),
    },
  },
  async (ctx, { body: { register, ...texts } }) => {
    const { name, ...change } = Object.fromEntries(
      Object.entries(texts).filter(([, text]) => text && text !== NOTHING),
    )
    const known = (await website.get(ctx)).name
    await website.set(ctx, {
      ...change,
      ...(name ? { name: { ...known, [ctx.locale]: name } } : {}),
      ...(register === null ? {} : { registrationOpen: register }),
    })
  },
)

/** Limits by their names in the reference system. */
const LIMITS = {
  defaultCreateGroupDailyLimit: 'groupsPerDay',
  defaultCreateGroupLimit: 'groupsOwned',
  defaultCreateGroupACInitValue: 'groupSolved',
  defaultCreateDiscussionDailyLimit: 'discussionsPerDay',
  defaultCreateDiscussionACInitValue: 'discussionSolved',
  defaultCreateCommentACInitValue: 'commentSolved',
} as const

type LimitName = keyof typeof LIMITS
const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

/** One entry for each limit. */
const ofLimits = <Value>(make: (name: LimitName) => Value) =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, make(name)])) as Record<LimitName, Value>

/** Accounts at remote judges: none, because their banks do not exist here. */
const BANK_ACCOUNTS = Object.fromEntries(
  ['hdu', 'cf', 'poj', 'atcoder', 'spoj', 'libreoj'].flatMap((bank) => [
    [`${bank}UsernameList`, [] as string[]],
    [`${bank}PasswordList`, [] as string[]],
  ]),
)

const bankShape = Object.fromEntries(Object.keys(BANK_ACCOUNTS).map((key) => [key, z.array(z.string())]))

router.get(
  '/api/admin/switch/info',
  'site.configure',
  {
    summary: 'Switches of areas, and limits for all users.',
    answer: z
      .object({
        ...AREAS,
        openPublicJudge: z.boolean(),
        openGroupJudge: z.boolean(),
        openContestJudge: z.boolean(),
        hideNonContestSubmissionCode: z.boolean(),
        defaultSubmitInterval: z.int().describe('Seconds between two submissions; 0: no limit.'),
        ...ofLimits(() => z.int()),
        ...bankShape,
      })
      .meta({ id: 'SwitchConfig', description: 'Switches of the site.' }),
  },
  async (ctx) => {
    const settings = await switches.get(ctx)
    const { openPublicJudge, openGroupJudge, openContestJudge, hideSources, submitIntervalSeconds } = settings
    return {
      ...(await areasOf(ctx)),
      openPublicJudge,
      openGroupJudge,
      openContestJudge,
      hideNonContestSubmissionCode: hideSources,
      defaultSubmitInterval: submitIntervalSeconds,
      ...ofLimits((name) => settings[LIMITS[name]]),
      ...BANK_ACCOUNTS,
    }
  },
)

const SWITCHES = [
  'openPublicDiscussion',
  'openGroupDiscussion',
  'openContestComment',
  'openPublicJudge',
  'openGroupJudge',
  'openContestJudge',
] as const

router.put(
  '/api/admin/switch/update',
  'site.configure',
  {
    summary: 'Changes switches; omitted fields stay as they are.',
    body: {
      openPublicDiscussion: optionalFlag().describe('Whether public discussions are enabled.'),
      openGroupDiscussion: optionalFlag().describe('Whether discussions in groups are enabled.'),
      openContestComment: optionalFlag().describe('Whether comments on contests are enabled.'),
      openPublicJudge: optionalFlag().describe('Whether practice submissions are enabled.'),
      openGroupJudge: optionalFlag().describe('Whether submissions in groups are enabled.'),
      openContestJudge: optionalFlag().describe('Whether submissions in contests are enabled.'),
      hideNonContestSubmissionCode: optionalFlag().describe('Hides the code of others outside contests.'),
      defaultSubmitInterval: optionalNumber().describe(
        'Seconds between two submissions; negative values count as 0.',
      ),
      ...ofLimits((name) => optionalNumber().describe(`Limit ${LIMITS[name]}.`)),
    },
  },
  async (ctx, { body }) => {
    const { hideNonContestSubmissionCode: hideSources, defaultSubmitInterval } = body
    const given = SWITCHES.flatMap((name) => (body[name] === null ? [] : [[name, body[name]]]))
    const limits = LIMIT_NAMES.flatMap((name) => (body[name] === null ? [] : [[LIMITS[name], body[name]]]))
    await switches.set(ctx, {
      ...Object.fromEntries(given),
      ...Object.fromEntries(limits),
      ...(hideSources === null ? {} : { hideSources }),
      ...(defaultSubmitInterval === null
        ? {}
        : { submitIntervalSeconds: Math.max(0, defaultSubmitInterval) }),
    })
  },
)
