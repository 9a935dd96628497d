import { builder } from '../../builder.ts'
import { type Context, inLocale } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { exposeSettings } from '../../doors/settings.ts'
import { everything, watch } from '../../watch.ts'
import { mail } from './mail.ts'
import { switches, website } from './site.ts'

exposeSettings(website, 'Website settings.')
exposeSettings(switches, 'Switches of areas, and limits for all users.')
exposeSettings(mail, 'Mail settings.')

const WEBSITE = {
  shortName: 'The name where there is little room.',
  description: 'Description of the site.',
  recordName: 'The registration record, empty when there is none.',
  recordUrl: 'Where the record is kept.',
  projectName: 'What the footer calls the software.',
  projectUrl: 'Where the software is at home.',
} as const

const AREAS = {
  openPublicDiscussion: 'Whether there are public discussions.',
  openGroupDiscussion: 'Whether there are discussions in groups.',
  openContestComment: 'Whether contests can be commented on.',
  openPublicJudge: 'Whether problems outside contests and groups take code.',
  openGroupJudge: 'Whether problems of groups take code.',
} as const

const keysOf = <Key extends string>(record: Record<Key, string>) => Object.entries(record) as [Key, string][]

const KEY = 'site'

builder.node('Site', {
  description: 'The public settings of the site.',
  id: { description: 'Id; the same for all readers.', resolve: () => KEY },
  loadOne: (id) => {
    if (id !== KEY) throw new Refusal('NOT_FOUND')
    return {}
  },
  brandLoadedObjects: true,
  fields: (t) => ({
    name: t.string({
      description: "Name of the site in the viewer's language.",
      resolve: async (_, __, ctx) => inLocale((await website.get(ctx)).name, ctx.locale) ?? '',
    }),
    ...Object.fromEntries(
      keysOf(WEBSITE).map(([field, description]) => [
        field,
        t.string({ description, resolve: async (_, __, ctx: Context) => (await website.get(ctx))[field] }),
      ]),
    ),
    ...Object.fromEntries(
      keysOf(AREAS).map(([field, description]) => [
        field,
        t.boolean({ description, resolve: async (_, __, ctx: Context) => (await switches.get(ctx))[field] }),
      ]),
    ),
    registrationOpen: t.boolean({
      description: 'Whether registration is open.',
      resolve: async (_, __, ctx) => (await website.get(ctx)).registrationOpen,
    }),
    submitIntervalSeconds: t.int({
      description: 'Seconds between two submissions of a user, 0: no limit.',
      resolve: async (_, __, ctx) => (await switches.get(ctx)).submitIntervalSeconds,
    }),
  }),
})

builder.queryFields((t) => ({
  site: t.field({ type: 'Site', description: 'The site.', resolve: () => ({}) }),
}))

builder.subscriptionFields((t) => ({
  siteChanged: t.field({
    type: 'Site',
    description: 'The site after each change of its settings.',
    subscribe: (_, __, ctx) =>
      watch(ctx, {
        sight: everything,
        concern: (event) => (event.name === 'site.configured' ? { key: 'site', wait: 0 } : null),
        read: async () => ({}),
      }),
    resolve: () => ({}),
  }),
}))
