import { z } from 'zod'
import { Refusal } from '../../core/errors.ts'
import { optionalFlag, optionalNumber, optionalText, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { mail, tryMail } from './mail.ts'

router.get(
  '/api/admin/config/get-email-config',
  'site.configure',
  {
    summary: 'Mail settings, without the password.',
    answer: z
      .object({
        emailHost: z.string(),
        emailPort: z.int(),
        emailUsername: z.string(),
        emailPassword: z.null(),
        emailBGImg: z.string().describe('Always empty: mails are plain text.'),
        emailSsl: z.boolean(),
      })
      .meta({ id: 'EmailConfig', description: 'Mail settings.' }),
  },
  async (ctx) => {
    const { host, port, username, secure } = await mail.get(ctx)
    return {
      emailHost: host,
      emailPort: port,
      emailUsername: username,
      emailPassword: null,
      emailBGImg: '',
      emailSsl: secure,
    }
  },
)

router.put(
  '/api/admin/config/set-email-config',
  'site.configure',
  {
    summary: 'Changes mail settings; empty and omitted fields stay as they are.',
    body: {
      emailHost: optionalText().describe('Host name of the SMTP server.'),
      emailPort: optionalNumber().describe('Port.'),
      emailUsername: optionalText().describe('Username.'),
      emailPassword: optionalText().describe('Password.'),
      emailSsl: optionalFlag().describe('TLS from the first byte.'),
    },
  },
  async (ctx, { body }) => {
    const { emailHost, emailPort, emailUsername, emailPassword, emailSsl } = body
    await mail.set(ctx, {
      ...(emailHost ? { host: emailHost } : {}),
      ...(emailPort ? { port: emailPort } : {}),
      ...(emailUsername ? { username: emailUsername } : {}),
      ...(emailPassword ? { password: emailPassword } : {}),
      ...(emailSsl === null ? {} : { secure: emailSsl }),
    })
  },
)

router.post(
  '/api/admin/config/test-email',
  'site.configure',
  {
    summary: 'Sends a test mail with the current settings; refused with what the mail server said.',
    body: { email: text().describe('Recipient.') },
  },
  async (ctx, { body }) => {
    const { fault, isInOutbox } = await tryMail(ctx, body.email)
    if (fault !== null) throw new Refusal('MAIL_TRIAL_FAILED', { fault })
    if (isInOutbox) throw new Refusal('MAIL_SERVER_MISSING')
  },
)
