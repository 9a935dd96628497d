import { builder } from '../../builder.ts'
import { inLocale } from '../../context.ts'
import { siteSettings } from './site.ts'

builder.objectType('Site', {
  fields: (t) => ({
    name: t.string({
      resolve: async (_, __, ctx) => inLocale((await siteSettings(ctx)).name, ctx.locale) ?? '',
    }),
    shortName: t.string({ resolve: async (_, __, ctx) => (await siteSettings(ctx)).shortName }),
    description: t.string({ resolve: async (_, __, ctx) => (await siteSettings(ctx)).description }),
    recordName: t.string({ resolve: async (_, __, ctx) => (await siteSettings(ctx)).recordName }),
    recordUrl: t.string({ resolve: async (_, __, ctx) => (await siteSettings(ctx)).recordUrl }),
    projectName: t.string({ resolve: async (_, __, ctx) => (await siteSettings(ctx)).projectName }),
    projectUrl: t.string({ resolve: async (_, __, ctx) => (await siteSettings(ctx)).projectUrl }),
    registrationOpen: t.boolean({
      resolve: async (_, __, ctx) => (await siteSettings(ctx)).registrationOpen,
    }),
    openPublicDiscussion: t.boolean({
      resolve: async (_, __, ctx) => (await siteSettings(ctx)).openPublicDiscussion,
    }),
    openGroupDiscussion: t.boolean({
      resolve: async (_, __, ctx) => (await siteSettings(ctx)).openGroupDiscussion,
    }),
    openContestComment: t.boolean({
      resolve: async (_, __, ctx) => (await siteSettings(ctx)).openContestComment,
    }),
    submitInterval: t.int({
      description: 'Seconds between two submissions of one person, 0: no wait.',
      resolve: async (_, __, ctx) => (await siteSettings(ctx)).submitInterval,
    }),
  }),
})

builder.queryFields((t) => ({
  site: t.field({ type: 'Site', resolve: () => ({}) }),
}))
