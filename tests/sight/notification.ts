import type { SightExample } from '../support/sight.ts'

export const sight = {
  notification: {
    type: 'Notification',
    seers: ['ada'],
    make: async ({ site, people }) => {
      const data = { userId: people.ada.id, kind: 'MINE' as const, messageKey: 'passwordReset' }
      return (await site.prisma.notification.create({ data })).id
    },
  },
} satisfies Record<string, SightExample>
