import { router } from '../../doors/router.ts'
import { countUnread } from './notification.ts'

router.get('/api/msg/unread', 'login', async (ctx) => {
  const { comment, reply, like, sys, mine } = await countUnread(ctx)
  return { comment, reply, like, sys, mine }
})
