import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'

/** Opens an HTTP connection that only finds the end of each answer and parses nothing else. */
export async function openHttpConnection(url: string, headers: Record<string, string>) {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const lines = Object.entries({ host, 'content-type': 'application/json', ...headers })
  const head = `POST /graphql HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
  let take: (bytes: Buffer) => void = () => {}
  socket.on('data', (bytes) => take(bytes))
  return {
    /** Sends a query; resolves with the head of the answer when the whole answer has arrived. */
    ask: (body: string): Promise<string> =>
      new Promise((resolve) => {
        let whole: Buffer | null = null
        take = (bytes) => {
          whole = whole ? Buffer.concat([whole, bytes]) : bytes
          const end = whole.indexOf('\r\n\r\n') + 4
          if (end < 4) return
          const answered = whole.toString('latin1', 0, end)
          const length = /content-length: (\d+)/i.exec(answered)?.[1]
          const isWhole =
            length === undefined
              ? whole.subarray(-7).includes('\r\n0\r\n\r\n')
              : whole.length - end >= Number(length)
          if (isWhole) resolve(answered)
        }
        socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      }),
    close: () => socket.destroy(),
  }
}

/** Opens a session for `people` users of `fill`; returns their tokens. */
export async function signIn(databaseUrl: string, people: number): Promise<string[]> {
  const tokens = Array.from({ length: people }, (_, at) => `the token of ${at + 1}`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into "Session" ("userId", "tokenHash", "issuedAt", "expiresAt", "ip", "userAgent", "createdAt")
     select md5('u' || i), hash, now(), now() + interval '1 day', '127.0.0.1', 'bench', now()
     from unnest($1::text[]) with ordinality given (hash, i)`,
    [tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
  )
  await client.end()
  return tokens
}
