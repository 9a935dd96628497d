import { z } from 'zod'
import { authorize, readerOf } from '../../context.ts'
import { literally } from '../../core/literally.ts'
import { requiredNumber, requiredText, texts } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { canManageShop } from '../../policy/shop.ts'
import { usernameKeyOf } from '../user/username.ts'
import { bestScores } from '../userHome/solved.ts'
import { grantPoints } from './granting.ts'
import { pointsOf } from './points.ts'

/** Most accounts of a search. */
const MOST_FOUND = 20

// Clients subtract it from the sum of their scoreList; `uuid` of a request is ignored (area-rules S3).
router.get(
  '/shopapi/getUserPointsBalance',
  'login',
  {
    summary: "Sum of the caller's scoreList less the balance of their points.",
    answer: z.int(),
  },
  async (ctx) => {
    const userId = ctx.viewer?.id ?? ''
    const [scores, { balance }] = await Promise.all([bestScores(ctx, userId), pointsOf(ctx, userId)])
    return scores.reduce((sum, score) => sum + score, 0) - balance
  },
)

const foundAccount = z
  .object({ uuid: z.string(), username: z.string(), nickname: z.string().nullable() })
  .meta({ id: 'PointsAccount', description: 'An account that points are granted to.' })

router.get(
  '/shopapi/getUserByNameFuzzy',
  'shop.manage',
  {
    summary: 'Accounts whose username contains a text.',
    query: { username: requiredText().describe('Part of the username.') },
    answer: z.array(foundAccount),
  },
  async (ctx, { query: { username } }) => {
    authorize(ctx, canManageShop(readerOf(ctx)))
    const part = usernameKeyOf(username)
    if (!part) return []
    const users = await ctx.db.user.findMany({
      where: { usernameKey: { contains: literally(part) }, endedAt: null },
      orderBy: { usernameKey: 'asc' },
      take: MOST_FOUND,
      select: { id: true, username: true, nickname: true },
    })
    return users.map(({ id: uuid, username, nickname }) => ({ uuid, username, nickname }))
  },
)

const grant = requiredNumber().describe('Points for each: negative to debit, not 0.')

router.post(
  '/shopapi/addUserPointsBalance',
  'points.grant',
  {
    summary: 'Credits or debits points to an account.',
    body: { uuid: requiredText().describe('uid of the account.'), grant },
    answer: z.literal(true),
  },
  async (ctx, { body: { uuid, grant } }) => {
    await grantPoints(ctx, { id: uuid }, { amount: grant })
    return true as const
  },
)

for (const path of ['/shopapi/addUserPointsBalanceBatch', '/shopapi/addUserPointsBalanceBatch2']) {
  router.post(
    path,
    'points.grant',
    {
      summary: 'Credits or debits points to all of the accounts, or to none when a name is unknown.',
      body: { names: texts().describe('Usernames, as a list or separated by commas.'), grant },
      answer: z.literal(true),
    },
    async (ctx, { body: { names, grant } }) => {
      await grantPoints(ctx, { usernames: names }, { amount: grant })
      return true as const
    },
  )
}
