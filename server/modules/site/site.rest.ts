import { z } from 'zod'
import { inLocale } from '../../context.ts'
import { router } from '../../doors/rest/router.ts'
import { siteSettings } from './site.ts'

router.get(
  '/api/get-website-config',
  'anyone',
  {
    summary: 'What the site says of itself, and which of its areas are open.',
    answer: z.object({
      baseUrl: z.string(),
      name: z.string(),
      shortName: z.string(),
      register: z.boolean().describe('Whether accounts can be made.'),
      recordName: z.string(),
      recordUrl: z.string(),
      description: z.string(),
      email: z.string(),
      projectName: z.string(),
      projectUrl: z.string(),
      openPublicDiscussion: z.boolean(),
      openGroupDiscussion: z.boolean(),
      openContestComment: z.boolean(),
    }),
  },
  async (ctx) => {
    const settings = await siteSettings(ctx)
    return {
      baseUrl: settings.baseUrl,
      name: inLocale(settings.name, ctx.locale) ?? '',
      shortName: settings.shortName,
      register: settings.registrationOpen,
      recordName: settings.recordName,
      recordUrl: settings.recordUrl,
      description: settings.description,
      email: settings.email,
      projectName: settings.projectName,
      projectUrl: settings.projectUrl,
      openPublicDiscussion: settings.openPublicDiscussion,
      openGroupDiscussion: settings.openGroupDiscussion,
      openContestComment: settings.openContestComment,
    }
  },
)
