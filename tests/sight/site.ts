import { EVERYBODY, type SightExample } from '../support/sight.ts'

export const sight = {
  siteNotice: {
    type: 'SiteNotice',
    seers: ['root'],
    make: async ({ site }) => {
      const texts = { 'en-US': { title: 'Secret news', content: '' } }
      return (await site.prisma.siteNotice.create({ data: { texts, hidden: true } })).id
    },
  },
} satisfies Record<string, SightExample>

export const faces: SightExample[] = [
  { type: 'Site', seers: EVERYBODY, make: async () => 'site' },
  { type: 'WebsiteSettings', seers: ['root'], make: async () => 'website' },
  { type: 'SwitchesSettings', seers: ['root'], make: async () => 'switches' },
  { type: 'MailSettings', seers: ['root'], make: async () => 'mail' },
]

export const open = ['CarouselSlide', 'Language']
