import { inLocale } from '../../context.ts'
import { router } from '../../doors/router.ts'
import { siteSettings } from './site.ts'

router.get('/api/get-website-config', 'anyone', async (ctx) => {
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
})
