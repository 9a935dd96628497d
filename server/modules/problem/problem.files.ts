import type { FastifyInstance } from 'fastify'
import { asAttachment, type FilesWorld, serveFiles } from '../../files.ts'
import { findAnnex } from './annex.ts'

/** GET /problem-files/<annex>/<name>: extra files of problems, always saved and never shown as a page of this site. */
export function mountProblemFiles(app: FastifyInstance, world: FilesWorld): void {
  serveFiles(app, world, '/problem-files/:annexId/:name', async (ctx, { annexId, name = '' }, reply) => {
    const annex = await findAnnex(ctx, Number(annexId), name)
    reply.header('content-disposition', asAttachment(annex.name))
    reply.header('content-length', annex.size)
    reply.header('cache-control', 'private, no-cache')
    reply.type('application/octet-stream')
    return ctx.house.blobs.read(annex.blobHash)
  })
}
