import { z } from 'zod'
import { type Context, inLocale } from '../../context.ts'
import { optionalFlag, optionalText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { AREAS, areasOf } from './restAreas.ts'
import { siteUrl, website } from './site.ts'

const texts = {
  baseUrl: z.string(),
  name: z.string().describe("In the caller's language."),
  shortName: z.string(),
  description: z.string(),
  recordName: z.string(),
  recordUrl: z.string(),
  projectName: z.string(),
  projectUrl: z.string(),
}

const restWebsite = z
  .object({ ...texts, register: z.boolean().describe('Whether registration is open.') })
  .meta({ id: 'WebsiteConfig', description: 'Website settings.' })

const websiteOf = async (ctx: Context) => {
  const { name, registrationOpen, ...settings } = await website.get(ctx)
  const { shortName, description, recordName, recordUrl, projectName, projectUrl } = settings
  return {
    baseUrl: await siteUrl(ctx),
    name: inLocale(name, ctx.locale) ?? '',
    shortName,
    description,
    recordName,
    recordUrl,
    projectName,
    projectUrl,
    register: registrationOpen,
  }
}

router.get(
  '/api/get-website-config',
  'anyone',
  {
    summary: 'Website settings, and which areas are open.',
    answer: restWebsite.extend({ email: z.string().describe('Contact address.'), ...AREAS }),
  },
  async (ctx) => {
    const { email } = await website.get(ctx)
    return { ...(await websiteOf(ctx)), email, ...(await areasOf(ctx)) }
  },
)

router.get(
  '/api/admin/config/get-web-config',
  'site.configure',
  { summary: 'Website settings.', answer: restWebsite },
  websiteOf,
)

/** Placeholder that the client of the reference system sends for an empty field. */
const NOTHING = 'None'

router.put(
  '/api/admin/config/set-web-config',
  'site.configure',
  {
    summary: "Changes website settings; empty, 'None' and omitted fields stay as they are.",
    body: {
      baseUrl: optionalText().describe('Public URL of the site.'),
      name: optionalText().describe("Name of the site, in the caller's language."),
      shortName: optionalText().describe('Short name, for mails.'),
      description: optionalText().describe('Description of the site.'),
      recordName: optionalText().describe('Registration record.'),
      recordUrl: optionalText().describe('URL of the registration record.'),
      projectName: optionalText().describe('Name of the software in the footer.'),
      projectUrl: optionalText().describe('URL of the software.'),
      register: optionalFlag().describe('Whether registration is open.'),
    },
  },
  async (ctx, { body: { register, ...texts } }) => {
    const { name, ...change } = Object.fromEntries(
      Object.entries(texts).filter(([, text]) => text && text !== NOTHING),
    )
    const known = (await website.get(ctx)).name
    await website.set(ctx, {
      ...change,
      ...(name && name !== inLocale(known, ctx.locale) ? { name: { ...known, [ctx.locale]: name } } : {}),
      ...(register === null ? {} : { registrationOpen: register }),
    })
  },
)
