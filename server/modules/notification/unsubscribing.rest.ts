import { requiredText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { unsubscribe } from './unsubscribing.ts'

// A GET of the same address is a page that asks: programs that check the links of a mail must not unsubscribe.
router.post(
  '/unsubscribe/:token',
  'anyone',
  {
    summary:
      'One-click unsubscription of RFC 8058: turns off the kinds of notifications that the link names.',
    params: { token: requiredText().describe('Last part of the link.') },
    anyBody: true,
  },
  async (ctx, { params }) => {
    await unsubscribe(ctx, params.token)
  },
)
