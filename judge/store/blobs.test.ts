import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { BlobMissing, fetchBlobsFrom, LinkBroken } from './blobs.ts'

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

const HASH = 'a'.repeat(64)

/** Fetches from a site that answers like this, and reads to the end. */
async function fetched(answer: RequestListener, patience = { silence: 200, patience: 300 }): Promise<string> {
  server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pieces: Uint8Array[] = []
  const fetchBlob = fetchBlobsFrom(url, 'secret', patience)
  for await (const piece of await fetchBlob(HASH, AbortSignal.timeout(20_000))) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('bytes arrive, after a while too', async () => {
  let asked = 0
  const answer: RequestListener = (_, response) =>
    ++asked < 3 ? response.writeHead(503).end() : response.end('1 2\n')
  expect(await fetched(answer, { silence: 5_000, patience: 10_000 })).toBe('1 2\n')
})

test('a site without the blob is not asked again', async () => {
  let asked = 0
  const lacking: RequestListener = (_, response) => {
    asked++
    response.writeHead(404).end()
  }
  await expect(fetched(lacking)).rejects.toThrow(BlobMissing)
  expect(asked).toBe(1)
})

test('a site that refuses this host is a broken link', async () => {
  const refusal = fetched((_, response) => response.writeHead(401).end())
  await expect(refusal).rejects.toThrow('HTTP 401 (is JUDGE_SECRET the same?)')
  await expect(refusal).rejects.toThrow(LinkBroken)
})

test('a site that fails for too long is a broken link', async () => {
  const failing = fetched((_, response) => response.writeHead(500).end())
  await expect(failing).rejects.toThrow(LinkBroken)
})

test('a site that never answers is a broken link', async () => {
  await expect(fetched(() => {})).rejects.toThrow(LinkBroken)
})

test('bytes that stop coming are a broken transfer, like any other', async () => {
  await expect(fetched((_, response) => void response.write('1'))).rejects.toThrow(TypeError)
})
