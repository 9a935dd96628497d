import { flag, requiredNumber, text } from '../../doors/rest/coercers.ts'
import { asAttachment } from '../../doors/rest/download.ts'
import { router } from '../../doors/rest/router.ts'
import { acceptedCode } from './acceptedCode.ts'

router.download(
  '/api/file/download-contest-ac-submission',
  'login',
  {
    summary: 'The accepted code of a contest as a zip with a folder for each person or problem.',
    query: {
      cid: requiredNumber().describe('Number of the contest.'),
      excludeAdmin: flag().describe("Without that of the contest's own people."),
      splitType: text().describe('user or problem.'),
    },
  },
  async (ctx, { query }) => {
    const { cid, excludeAdmin, splitType } = query
    const archive = await acceptedCode(ctx, cid, {
      by: splitType === 'problem' ? 'PROBLEM' : 'USER',
      withoutStaff: excludeAdmin,
    })
    return {
      ...archive,
      size: null,
      mediaType: 'application/x-download',
      cacheControl: 'private, no-cache',
      headers: { 'content-disposition': asAttachment(`contest_${cid}_${ctx.now.getTime()}.zip`) },
    }
  },
)
