import { z } from 'zod'
import { number } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { FILE_BOUNDS, fileUrl, keepFile, keepFileFirst } from '../file/file.ts'
import { groupNamed } from './group.ts'

const gid = number(0).describe('Number of the group by whose rights it is uploaded; 0: none.')

/** In the query, or in the form: the client of the reference system writes it after the file. */
const ofGroup = { query: { gid }, body: { gid } }

router.upload(
  '/api/file/upload-md-img',
  { orInGroup: 'admin.enter' },
  {
    summary: 'Uploads a picture for a Markdown text.',
    ...ofGroup,
    file: { field: 'image', maxBytes: FILE_BOUNDS.MARKDOWN_PICTURE.maxBytes },
    answer: z.object({ link: z.string().describe('Its URL.'), fileId: z.int() }),
  },
  async (ctx, { file, query, body }) => {
    const groupId = await groupNamed(ctx, query.gid || body.gid)
    const kept = await keepFile(ctx, 'MARKDOWN_PICTURE', file, groupId)
    return { link: fileUrl(kept), fileId: kept.number }
  },
)

router.upload(
  '/api/file/upload-md-file',
  { orInGroup: 'admin.enter' },
  {
    summary: 'Uploads a file for a link in a Markdown text.',
    ...ofGroup,
    file: { field: 'file', maxBytes: FILE_BOUNDS.MARKDOWN_FILE.maxBytes, streamed: true },
    answer: z.object({ link: z.string().describe('Its URL.') }),
  },
  async (ctx, { file, query, body, following }) => {
    const gid = query.gid || body.gid
    const kept = gid
      ? await keepFile(ctx, 'MARKDOWN_FILE', file, await groupNamed(ctx, gid))
      : await keepFileFirst(ctx, 'MARKDOWN_FILE', file, async () => groupNamed(ctx, (await following()).gid))
    return { link: fileUrl(kept) }
  },
)
