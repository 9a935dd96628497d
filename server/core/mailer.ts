import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Log } from './log.ts'

export type Mail = { to: string; subject: string; text: string }
export type Mailer = { send(mail: Mail): Promise<void> }

/** How long (ms) a mail server may take for one step, and for a mail as a whole: somebody waits for the answer. */
const STEP = 5_000
const WHOLE = 10_000

/**
 * Sends through SMTP when an URL is set; otherwise writes each mail to `outbox` as a file and its subject to the
 * log, so that a site without a mail server can still be tried in full.
 */
export function createMailer(options: {
  smtpUrl: string | null
  from: string
  outbox: string
  log: Log
}): Mailer {
  const { smtpUrl, from, outbox, log } = options
  if (smtpUrl) {
    const patience = { connectionTimeout: STEP, greetingTimeout: STEP, socketTimeout: STEP, dnsTimeout: STEP }
    const transport = createTransport({ url: smtpUrl, ...patience })
    return {
      async send(mail) {
        const late = new AbortController()
        const sent = transport.sendMail({ from, ...mail })
        const tooLate = delay(WHOLE, null, { ref: false, signal: late.signal }).then(() => {
          throw new Error(`the mail server took longer than ${WHOLE} ms`)
        })
        try {
          await Promise.race([sent, tooLate])
        } finally {
          for (const one of [sent, tooLate]) one.catch(() => {})
          late.abort()
        }
      },
    }
  }
  return {
    async send(mail) {
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const name = `${Date.now()}-${Math.random().toString(36).slice(2, 8)}.txt`
      await writeFile(join(outbox, name), `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`, {
        mode: 0o600,
      })
      log.info({ to: mail.to, file: name }, `mail written to the outbox: ${mail.subject}`)
    },
  }
}
