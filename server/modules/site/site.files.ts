import type { FastifyInstance } from 'fastify'
import { type FilesWorld, serveFiles } from '../../doors/files.ts'
import { findPicture } from './carousel.ts'

/** One year, the longest that caches promise to keep; the address changes with the content. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** A picture opened by itself is a page of this site: one that is drawn by text must not run any of it. */
const STILL = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** Pages that were loaded earlier name the second address. */
const PATHS = ['/api/public/img/:hash', '/site-files/:hash']

/** Pictures of the home page, under the hash of their content. */
export function mountSiteFiles(app: FastifyInstance, world: FilesWorld): void {
  serveFiles(app, world, PATHS, async (ctx, { hash = '' }) => ({
    blobHash: hash,
    mediaType: await findPicture(ctx, hash),
    cacheControl: FOR_GOOD,
    headers: { 'content-security-policy': STILL },
  }))
}
