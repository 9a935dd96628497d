import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTransport, type Transporter } from 'nodemailer'
import type { Log } from './log.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
  /** The same for each try, so that a mail sent twice is shown once. */
  messageId?: string
}

/** SMTP server; `secure`: TLS from the first byte; an empty username: no login. */
export type MailServer = {
  host: string
  port: number
  secure: boolean
  username: string
  password: string
  from: string
}

/** Sends through the given server; without one, as the process was configured. */
export type Mailer = {
  /** Whether the process was started with a mail server. */
  hasServer: boolean
  send(mail: Mail, server?: MailServer | null): Promise<void>
}

/**
 * Longest time (ms) to reach a mail server, of an answer (a server may read the mail for a while before it takes it,
 * RFC 5321, 4.5.3.2), and of a whole mail, because a person waits for the result.
 */
const REACHING = 5_000
const ANSWER = 20_000
export const WHOLE = 30_000

const PATIENCE = {
  connectionTimeout: REACHING,
  greetingTimeout: REACHING,
  dnsTimeout: REACHING,
  socketTimeout: ANSWER,
}

/** Whether a mail surely did not go: the server refused it, or was out of reach. Otherwise it may still arrive. */
export function isLost(error: unknown): boolean {
  const { responseCode, syscall, code, message } = error as Error & {
    responseCode?: number
    syscall?: string
    code?: string
  }
  if (responseCode !== undefined || syscall === 'connect' || code === 'EDNS' || code === 'EAUTH') return true
  return message === 'Connection timeout' || message === 'Greeting never received'
}

/**
 * Sends through SMTP when an URL is set; otherwise writes each mail to `outbox` as a file and its name to the log, so
 * that all functions work on a site without a mail server. A subject may hold a code, which no log should have.
 */
export function createMailer(options: {
  smtpUrl: string | null
  from: string
  outbox: string
  log: Log
}): Mailer {
  const { smtpUrl, from, outbox, log } = options
  const own = smtpUrl ? createTransport({ url: smtpUrl, ...PATIENCE }) : null
  return {
    hasServer: own !== null,
    async send(mail, server = null) {
      if (server) await sendThrough(transportTo(server), { ...mail, from: server.from || from })
      else if (own) await sendThrough(own, { ...mail, from })
      else await putOut(mail)
    },
  }

  async function putOut(mail: Mail) {
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    const name = `${Date.now()}-${Math.random().toString(36).slice(2, 8)}.txt`
    const id = mail.messageId ? { 'Message-ID': mail.messageId } : {}
    const headers = Object.entries({ To: mail.to, Subject: mail.subject, ...id, ...mail.headers })
    const head = headers.map(([header, value]) => `${header}: ${value}\n`).join('')
    await writeFile(join(outbox, name), `${head}\n${mail.text}\n`, { mode: 0o600 })
    log.info({ file: name }, 'mail written to the outbox')
  }
}

const transportTo = ({ host, port, secure, username, password }: MailServer): Transporter =>
  createTransport({
    host,
    port,
    secure,
    ...PATIENCE,
    auth: username ? { user: username, pass: password } : undefined,
  })

/** Sends a mail; throws the server's message, or an error after `WHOLE`. */
async function sendThrough(transport: Transporter, mail: Mail & { from: string }): Promise<void> {
  const late = new AbortController()
  const sent = transport.sendMail(mail)
  const tooLate = delay(WHOLE, null, { ref: false, signal: late.signal }).then(() => {
    throw new Error(`the mail server took longer than ${WHOLE} ms`)
  })
  try {
    await Promise.race([sent, tooLate])
  } finally {
    for (const one of [sent, tooLate]) one.catch(() => {})
    late.abort()
  }
}
