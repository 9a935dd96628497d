import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Disk } from 'flydrive'
import { moveIn, newPlace } from './places.ts'

/** Uploads that arrive in parts, in a folder: one local file each. */
export type PartFiles = {
  kind: 'files'
  /** Path of the file of an upload; its folder exists. A day after its last write the sweep removes it. */
  path(upload: string): Promise<string>
  /** Moves a complete file to a new place; returns that. */
  takeIn(path: string): Promise<string>
}

/** Uploads that arrive in parts, in a bucket: one object for each part, which every server of the site reads. */
export type PartObjects = {
  kind: 'objects'
  /** Stores part number `at` of an upload; an existing one is replaced. */
  put(upload: string, at: number, bytes: Uint8Array): Promise<void>
  /** Sizes (bytes) of the parts from number 0 to the first missing one. */
  sizes(upload: string): Promise<number[]>
  /** Bytes of a part; null when it is missing. */
  read(upload: string, at: number): Promise<Uint8Array | null>
  /** Removes all parts of an upload. */
  remove(upload: string): Promise<void>
  /** Uploads that have parts, by pages of the list; one may be on two pages. */
  uploads(): AsyncIterable<string[]>
}

const PARTS = 'parts/'
/** Digits of a number in a key, so that keys sort by number. */
const DIGITS = 6
/** Parts removed at the same time. */
const ABREAST = 8

const keyOf = (upload: string, at: number) => `${PARTS}${upload}/${String(at).padStart(DIGITS, '0')}`

/** Parts of uploads as files beside the local storage at `root`. */
export const partFiles = (root: string): PartFiles => ({
  kind: 'files',
  async path(upload) {
    const folder = join(root, 'drafts')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return join(folder, upload)
  },
  async takeIn(path) {
    const place = newPlace()
    await moveIn(root, path, place)
    return place
  },
})

type Bucket = { disk: Disk; client: S3Client; bucket: string }

/** Parts of uploads as objects of a bucket. */
export async function partObjects({ disk, client, bucket }: Bucket): Promise<PartObjects> {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  /** Objects beneath a prefix, by pages in the order of their keys. flydrive's list has no sizes. */
  async function* list(prefix: string): AsyncGenerator<{ key: string; size: number }[]> {
    let next: string | undefined
    do {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next })
      const { Contents = [], NextContinuationToken } = await client.send(command)
      yield Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, size: Size }))
      next = NextContinuationToken
    } while (next)
  }
  return {
    kind: 'objects',
    put: (upload, at, bytes) => disk.put(keyOf(upload, at), bytes),
    async sizes(upload) {
      const sizes: number[] = []
      for await (const files of list(`${PARTS}${upload}/`))
        for (const { key, size } of files) {
          if (key !== keyOf(upload, sizes.length)) return sizes
          sizes.push(size)
        }
      return sizes
    },
    read: (upload, at) => disk.getBytes(keyOf(upload, at)).catch(nullWhenMissing),
    async remove(upload) {
      for await (const files of list(`${PARTS}${upload}/`))
        for (let from = 0; from < files.length; from += ABREAST)
          await Promise.all(files.slice(from, from + ABREAST).map(({ key }) => disk.delete(key)))
    },
    async *uploads() {
      for await (const files of list(PARTS))
        yield [...new Set(files.map(({ key }) => key.split('/')[1] ?? ''))]
    },
  }
}

function nullWhenMissing(error: Error & { cause?: { name?: string } }): null {
  if (error.cause?.name === 'NoSuchKey') return null
  throw error
}
