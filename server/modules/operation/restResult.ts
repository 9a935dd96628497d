import { randomUUID } from 'node:crypto'
import type { File } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { asAttachment, type StoredFile } from '../../doors/rest/download.ts'
import type { Fetched } from './operation.ts'

/** Result of an operation as a download. */
export function fileOfResult({ house }: Context, result: File | Fetched): StoredFile {
  const shared = {
    mediaType: result.mediaType,
    cacheControl: 'private, no-store',
    headers: { 'content-disposition': asAttachment(result.name) },
  }
  if ('place' in result) {
    const { hash, size, place } = result
    return { ...shared, hash, size, open: () => house.blobs.readAt(place) }
  }
  // Generated on each download, so it is never cached.
  return { ...shared, hash: randomUUID(), size: null, open: async () => result.content }
}
