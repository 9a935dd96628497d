import type { FastifyInstance } from 'fastify'
import { type FilesWorld, serveFiles } from '../../files.ts'
import { findPicture } from './carousel.ts'

/** One year, the longest that caches promise to keep; the address changes with the content. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** A picture opened by itself is a page of this site: one that is drawn by text must not run any of it. */
const STILL = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** GET /site-files/<sha256>: pictures of the home page. */
export function mountSiteFiles(app: FastifyInstance, world: FilesWorld): void {
  serveFiles(app, world, '/site-files/:hash', async (ctx, { hash = '' }, reply) => {
    const mediaType = await findPicture(ctx, hash)
    reply.header('cache-control', FOR_GOOD)
    reply.header('content-security-policy', STILL)
    reply.type(mediaType)
    return ctx.house.blobs.read(hash)
  })
}
