import { z } from 'zod'
import { optionalFlag, optionalList, optionalNumber, STRINGS } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import type { BankKey } from '../bank/bank.ts'
import { AREAS, areasOf } from '../site/restAreas.ts'
import { switches } from '../site/site.ts'
import { accountsOf, PASSWORD_MASK, saveBankAccounts } from './accounts.ts'

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

/** Banks with accounts of their own, by their names in these calls. */
const BANKS_OF_SWITCHES = [
  ['hdu', 'HDU'],
  ['cf', 'CF'],
  ['poj', 'POJ'],
  ['atcoder', 'AC'],
  ['spoj', 'SPOJ'],
  ['libreoj', 'LIBRE'],
] as const satisfies [string, BankKey][]

type BankListName = `${(typeof BANKS_OF_SWITCHES)[number][0]}${'UsernameList' | 'PasswordList'}`

/** Two entries for each bank: usernames and passwords. */
const ofBanks = <Value>(make: (at: number) => [usernames: Value, passwords: Value]) =>
  Object.fromEntries(
    BANKS_OF_SWITCHES.flatMap(([name], at) => {
      const [usernames, passwords] = make(at)
      return [
        [`${name}UsernameList`, usernames],
        [`${name}PasswordList`, passwords],
      ]
    }),
  ) as Record<BankListName, Value>

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
        ...ofBanks(() => [z.array(z.string()), z.array(z.string()).describe('Masks.')]),
      })
      .meta({ id: 'SwitchConfig', description: 'Switches of the site.' }),
  },
  async (ctx) => {
    const settings = await switches.get(ctx)
    const { openPublicJudge, openGroupJudge, openContestJudge, hideSources, submitIntervalSeconds } = settings
    const accounts = await Promise.all(BANKS_OF_SWITCHES.map(([, key]) => accountsOf(ctx, key)))
    return {
      ...(await areasOf(ctx)),
      openPublicJudge,
      openGroupJudge,
      openContestJudge,
      hideNonContestSubmissionCode: hideSources,
      defaultSubmitInterval: submitIntervalSeconds,
      ...ofLimits((name) => settings[LIMITS[name]]),
      ...ofBanks((at) => {
        const names = accounts[at]?.map(({ username }) => username) ?? []
        return [names, names.map(() => PASSWORD_MASK)]
      }),
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
      hideNonContestSubmissionCode: optionalFlag().describe(
        'Hides code outside contests, also from its author.',
      ),
      defaultSubmitInterval: optionalNumber().describe(
        'Seconds between two submissions; negative values count as 0.',
      ),
      ...ofLimits((name) => optionalNumber().describe(`Limit ${LIMITS[name]}.`)),
      ...ofBanks(() => [
        optionalList(STRINGS).describe('Usernames at the other judge.'),
        optionalList(STRINGS).describe('Their passwords; a mask keeps the stored one.'),
      ]),
    },
  },
  async (ctx, { body }) => {
    const { hideNonContestSubmissionCode: hideSources, defaultSubmitInterval } = body
    const given = SWITCHES.flatMap((name) => (body[name] === null ? [] : [[name, body[name]]]))
    const limits = LIMIT_NAMES.flatMap((name) => (body[name] === null ? [] : [[LIMITS[name], body[name]]]))
    for (const [name, key] of BANKS_OF_SWITCHES) {
      const [usernames, passwords] = [body[`${name}UsernameList`], body[`${name}PasswordList`]]
      if (usernames) await saveBankAccounts(ctx, key, usernames.map(String), (passwords ?? []).map(String))
    }
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
