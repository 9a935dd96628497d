import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A mail server; `lines`: what it was told. */
export type SmtpServer = { port: number; lines: string[]; close(): void }

/**
 * Starts a mail server that takes mails for all but nobody@. `taken` is its answer to a whole mail; empty: none, as one
 * that reads the mail for long.
 */
export async function startSmtp({
  taken = () => '250 taken',
}: {
  taken?: () => string
} = {}): Promise<SmtpServer> {
  const lines: string[] = []
  const server = createServer((socket) => {
    const say = (answer: string) => answer && socket.write(`${answer}\r\n`)
    let inData = false
    say('220 here')
    let rest = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const parts = (rest + bytes.toString()).split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        if (inData) {
          if (line !== '.') continue
          inData = false
          say(taken())
        } else if (line.startsWith('EHLO')) say('250-here\r\n250 AUTH PLAIN')
        else if (line.startsWith('AUTH')) say('235 you are who you say')
        else if (line.startsWith('RCPT TO:<nobody@')) say('550 nobody lives here')
        else if (line === 'DATA') {
          inData = true
          say('354 go on')
        } else say('250 yes')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { lines, port: (server.address() as AddressInfo).port, close: () => server.close() }
}
