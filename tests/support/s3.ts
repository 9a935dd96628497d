import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Stored = { bytes: Buffer; at: Date }

/** An S3 server with one bucket in memory, which checks the signature and the length of what it is sent. */
export type S3 = {
  /** Value of STORAGE_URL. */
  url: string
  /** The objects by key. */
  objects: Map<string, Stored>
  /** Requests answered, such as `GET files/ab/abc bytes=0-99`. */
  asked: string[]
  /** Set: answers 500 to the requests it chooses, such as those for one key. */
  fails: ((request: string) => boolean) | null
  close(): Promise<void>
}

const KEY = 'key'
const SECRET = 'a secret/of+tests'
const BUCKET = 'judge'
/** Most keys of one page of a list, as S3 has it. */
const PAGE = 1000

/** Starts the server on a free port. */
export async function startS3(): Promise<S3> {
  const s3: Omit<S3, 'url' | 'close'> = { objects: new Map(), asked: [], fails: null }
  const server = createServer((request, response) => {
    answer(s3, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(s3, {
    url: `s3://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${BUCKET}?tls=off`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whether a request is signed with the secret (AWS Signature Version 4). */
function isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=key\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const canonical = [
    ...[method, url.pathname, query.join('&')],
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    ...['', names, headers['x-amz-content-sha256']],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${SECRET}`)
  return hmac(key, text).toString('hex') === signature
}

/** The content of `aws-chunked` bytes, without the sizes of the chunks and the trailer. */
function dechunked(bytes: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

/** The body of a PUT; null when it is not what its headers say. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const sent = await buffer(request)
  const { 'x-amz-content-sha256': hash, 'x-amz-decoded-content-length': length } = request.headers
  if (hash !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') return sha256(sent) === hash ? sent : null
  const body = dechunked(sent)
  return body.byteLength === Number(length) ? body : null
}

async function answer(s3: Omit<S3, 'url' | 'close'>, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const key = decodeURIComponent(url.pathname).slice(`/${BUCKET}/`.length)
  const { method = '', headers } = request
  const body = method === 'PUT' ? await bodyOf(request) : null
  const range = headers.range ? ` ${headers.range}` : ''
  const name = `${method} ${key}${url.searchParams.has('acl') ? '?acl' : ''}${range}`
  const refuse = (status: number, code: string) =>
    void response.writeHead(status).end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`)
  if (!isSigned(request, url)) return refuse(403, 'SignatureDoesNotMatch')
  s3.asked.push(name)
  if (s3.fails?.(name)) return refuse(500, 'InternalError')
  if (method === 'PUT') {
    const source = headers['x-amz-copy-source']
    const bytes = source ? s3.objects.get(String(source).slice(`/${BUCKET}/`.length))?.bytes : body
    if (!bytes) return refuse(400, source ? 'NoSuchKey' : 'BadDigest')
    s3.objects.set(key, { bytes, at: new Date() })
    return void response.end(source ? '<CopyObjectResult></CopyObjectResult>' : '')
  }
  if (method === 'DELETE') {
    s3.objects.delete(key)
    return void response.writeHead(204).end()
  }
  if (url.searchParams.has('list-type')) return void response.end(listOf(s3.objects, url.searchParams))
  const found = s3.objects.get(key)
  if (!found) return refuse(404, 'NoSuchKey')
  if (url.searchParams.has('acl')) return void response.end('<AccessControlPolicy></AccessControlPolicy>')
  sendObject(found, request, response)
}

function sendObject({ bytes, at }: Stored, { method, headers }: IncomingMessage, response: ServerResponse) {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1)
  if (from !== undefined) response.setHeader('content-range', `bytes ${from}-${to}/${bytes.byteLength}`)
  response
    .setHeader('last-modified', at.toUTCString())
    .setHeader('etag', `"${bytes.byteLength}"`)
    .setHeader('content-length', part.byteLength)
  response.writeHead(from === undefined ? 200 : 206).end(method === 'HEAD' ? undefined : part)
}

/** Answer of ListObjectsV2: keys in order, those in deeper folders as prefixes. */
function listOf(objects: S3['objects'], asked: URLSearchParams): string {
  const [prefix, delimiter] = [asked.get('prefix') ?? '', asked.get('delimiter') ?? '']
  const after = asked.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const isDeeper = (key: string) => delimiter !== '' && key.slice(prefix.length).includes(delimiter)
  const page = keys.filter((key) => !isDeeper(key))
  const shown = page.slice(0, PAGE)
  const contents = shown.map((key) => {
    const { bytes, at } = objects.get(key) ?? { bytes: Buffer.of(), at: new Date() }
    return `<Contents><Key>${key}</Key><Size>${bytes.byteLength}</Size><LastModified>${at.toISOString()}</LastModified><ETag>"0"</ETag></Contents>`
  })
  const folders = new Set(
    keys.filter(isDeeper).map((key) => key.slice(0, key.indexOf(delimiter, prefix.length) + 1)),
  )
  const next = page.length > PAGE ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
  const prefixes = [...folders].map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}${prefixes.join('')}</ListBucketResult>`
}
