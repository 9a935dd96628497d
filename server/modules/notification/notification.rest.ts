import { z } from 'zod'
import { router } from '../../doors/rest/router.ts'
import { countUnread } from './notification.ts'

router.get(
  '/api/msg/unread',
  'login',
  {
    summary: "The caller's unread notifications by kind.",
    answer: z.object({ comment: z.int(), reply: z.int(), like: z.int(), sys: z.int(), mine: z.int() }),
  },
  async (ctx) => {
    const { comment, reply, like, sys, mine } = await countUnread(ctx)
    return { comment, reply, like, sys, mine }
  },
)
