import type { FastifyInstance } from 'fastify'
import { asAttachment, type FilesWorld, serveFiles } from '../../doors/files.ts'
import { findAnnex } from './annex.ts'

/** Statements written earlier name the second address. */
const PATHS = ['/api/public/file/:annexId/:name', '/problem-files/:annexId/:name']

/** Extra files of problems, always saved and never shown as a page of this site. */
export function mountProblemFiles(app: FastifyInstance, world: FilesWorld): void {
  serveFiles(app, world, PATHS, async (ctx, { annexId, name = '' }) => {
    const annex = await findAnnex(ctx, Number(annexId), name)
    return {
      blobHash: annex.blobHash,
      mediaType: 'application/octet-stream',
      cacheControl: 'private, no-cache',
      headers: { 'content-disposition': asAttachment(annex.name) },
    }
  })
}
