import { z } from 'zod'
import { number } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { FILE_BOUNDS, fileUrl, keepFile } from '../file/file.ts'
import { groupNamed } from './group.ts'

const gid = number(0).describe('Number of the group by whose rights it comes; 0: none.')

/** In the query, or in the form before the file. */
const ofGroup = { query: { gid }, body: { gid } }

router.upload(
  '/api/file/upload-md-img',
  { orInGroup: 'admin.enter' },
  {
    summary: 'Keeps a picture for a text in Markdown.',
    ...ofGroup,
    file: { field: 'image', maxBytes: FILE_BOUNDS.MARKDOWN_PICTURE.maxBytes },
    answer: z.object({ link: z.string().describe('Its address.'), fileId: z.int() }),
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
    summary: 'Keeps a file that a text in Markdown links to.',
    ...ofGroup,
    file: { field: 'file', maxBytes: FILE_BOUNDS.MARKDOWN_FILE.maxBytes, streamed: true },
    answer: z.object({ link: z.string().describe('Its address.') }),
  },
  async (ctx, { file, query, body }) => {
    const groupId = await groupNamed(ctx, query.gid || body.gid)
    return { link: fileUrl(await keepFile(ctx, 'MARKDOWN_FILE', file, groupId)) }
  },
)
