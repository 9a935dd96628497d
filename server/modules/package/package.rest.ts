import { z } from 'zod'
import { Refusal } from '../../core/errors.ts'
import { texts } from '../../doors/rest/coercers.ts'
import { asAttachment } from '../../doors/rest/download.ts'
import { router } from '../../doors/rest/router.ts'
import { FILE_BOUNDS, keepFile } from '../file/file.ts'
import { exportAtOnce } from './exportWork.ts'
import { importPackage } from './importing.ts'
import { unpackBrought } from './importWork.ts'
import { refusedInHtml } from './noteWords.ts'

const file = { field: 'file', maxBytes: FILE_BOUNDS.PACKAGE.maxBytes, streamed: true }

router.upload(
  '/api/file/upload-package',
  'problem.manage',
  {
    summary: 'Uploads a package of problems, to be imported afterwards.',
    file,
    answer: z.object({ id: z.string().describe('File id for the mutation importPackage.') }),
  },
  async (ctx, { file }) => {
    const { id } = await keepFile(ctx, 'PACKAGE', file)
    return { id }
  },
)

/** The format is detected, whichever path is called. */
for (const path of ['import-problem', 'import-qdoj-problem', 'import-fps-problem', 'import-hydro-problem'])
  router.upload(
    `/api/file/${path}`,
    'package.import',
    { summary: 'Imports the problems of a package, and publishes those that it does not call hidden.', file },
    async (ctx, { file }) => {
      const { problems } = await importPackage(ctx, await unpackBrought(ctx, file), {
        publish: true,
        asStated: true,
      })
      const refused = problems.filter(({ refusal }) => refusal !== null)
      if (refused.length === 0) return
      throw new Refusal('PACKAGE_PARTLY', {
        done: problems.length - refused.length,
        count: refused.length,
        lines: refusedInHtml(refused, ctx.locale),
      })
    },
  )

router.download(
  '/api/file/export-problem',
  'package.import',
  {
    summary: 'Exports problems as one zip of HOJ.',
    query: { pid: texts().describe('Numbers of the problems.') },
  },
  async (ctx, { query }) => {
    const packed = await exportAtOnce(ctx, query.pid.map(Number))
    return {
      hash: `${ctx.now.getTime()}`,
      size: null,
      open: async () => packed,
      mediaType: 'application/x-download',
      cacheControl: 'private, no-store',
      headers: { 'content-disposition': asAttachment(`problem_export_${ctx.now.getTime()}.zip`) },
    }
  },
)
