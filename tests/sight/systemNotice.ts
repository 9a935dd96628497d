import type { SightExample } from '../support/sight.ts'

export const sight = {
  systemNotice: {
    type: 'SystemNotice',
    seers: ['root'],
    make: async ({ site, people }) => {
      const words = { title: 'Secret notice', content: 'secret' }
      const to = { audience: 'SINGLE' as const, recipientId: people.ada.id }
      return (await site.prisma.systemNotice.create({ data: { ...words, ...to } })).id
    },
  },
} satisfies Record<string, SightExample>
