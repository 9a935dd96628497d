import { randomUUID } from 'node:crypto'
import type { File } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { asAttachment, type StoredFile } from '../../doors/rest/download.ts'
import type { Fetched } from './operation.ts'

/** What an operation made, as a download hands it out. */
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
  // It is made anew each time, so nobody has it already.
  return { ...shared, hash: randomUUID(), size: null, open: async () => result.content }
}
