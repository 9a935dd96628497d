import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A site without a mail server keeps its mails in a folder. */
type Sender = { settings: { dataDir: string } }

/** The mails to one address that a site without a mail server has written, the last one last. */
export async function mailsTo(site: Sender, address: string): Promise<string[]> {
  const outbox = join(site.settings.dataDir, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).sort()
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return mails.filter((mail) => mail.startsWith(`To: ${address}\n`))
}

/** The one thing that `pattern` captures in the last mail to an address. */
export async function readMail(site: Sender, address: string, pattern: RegExp): Promise<string> {
  const mail = (await mailsTo(site, address)).at(-1)
  const found = mail?.match(pattern)?.[1]
  if (!found) throw new Error(`nothing like ${pattern} in ${mail ?? 'no mail'}`)
  return found
}
