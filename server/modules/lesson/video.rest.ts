import { z } from 'zod'
import { requiredNumber, requiredText, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { checkUpload, findVideoFile, publishVideo, takeFragment, takeFragments } from './video.ts'
import { FRAGMENT_BYTES } from './videoPart.ts'

const state = z
  .object({
    offset: z.int().describe('Bytes stored; equal to the size of a published video.'),
    path: z.string().describe("Address of the published video; '': it is not published."),
  })
  .meta({ id: 'UploadState', description: 'How far a video is uploaded.' })

const query = {
  md5: requiredText().describe('MD5 of the video in hex.'),
  name: text().describe('File name; not used.'),
}

router.get(
  '/shopapi/uploadCheck',
  'lesson.manage',
  {
    summary: 'How far a video is uploaded; publishes one whose bytes are all there.',
    query,
    answer: state,
  },
  (ctx, { query: { md5 } }) => checkUpload(ctx, md5),
)

router.upload(
  '/shopapi/uploadFragmentation',
  'lesson.manage',
  {
    summary: `Stores a fragment of ${FRAGMENT_BYTES} bytes, the last one may have less; answers the new offset, or -1 when it belongs elsewhere.`,
    file: { field: 'file', maxBytes: FRAGMENT_BYTES },
    body: {
      md5: requiredText().describe('MD5 of the video in hex.'),
      offset: requiredNumber().describe('Bytes of the video before the fragment.'),
      fileName: text().describe('File name; not used.'),
    },
    answer: z.int(),
  },
  async (ctx, { body: { md5, offset }, file }) => {
    const pieces: Uint8Array[] = []
    for await (const piece of file.content) pieces.push(piece)
    return takeFragment(ctx, { md5, offset, pieces })
  },
)

/** Most fragments of one request. */
const MOST_FRAGMENTS = 16

router.upload(
  '/shopapi/uploadFragments',
  'lesson.manage',
  {
    summary: `Stores up to ${MOST_FRAGMENTS} fragments that follow each other, each when it has arrived; answers the new offset, or -1 when they belong elsewhere.`,
    file: { field: 'file', maxBytes: MOST_FRAGMENTS * FRAGMENT_BYTES, streamed: true },
    query: {
      md5: query.md5,
      offset: requiredNumber().describe('Bytes of the video before the fragments.'),
    },
    answer: z.int(),
  },
  (ctx, { query: { md5, offset }, file: { content } }) => takeFragments(ctx, { md5, offset, content }),
)

router.get(
  '/shopapi/publichFile',
  'lesson.manage',
  {
    summary: 'Publishes an uploaded video: a complete mp4 with this MD5.',
    query,
    answer: state,
  },
  (ctx, { query: { md5 } }) => publishVideo(ctx, md5),
)

router.download(
  '/api/public/video/:name',
  'anyone',
  {
    summary: 'A published video; ranges are answered.',
    params: { name: requiredText().describe('MD5 in hex, and .mp4.') },
  },
  async (ctx, { params }) => {
    const file = await findVideoFile(ctx, params.name)
    return {
      hash: file.hash,
      size: file.size,
      open: () => ctx.house.blobs.readAt(file.place),
      openRange: (from, end) => ctx.house.blobs.readRange(file.place, from, end),
      mediaType: 'video/mp4',
      cacheControl: 'public, max-age=86400',
    }
  },
)
