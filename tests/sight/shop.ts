import type { SightExample } from '../support/sight.ts'

const address = { receiver: 'Secret', phone: '13812342046', address: 'Secret street 1' }

export const sight = {
  pointEntry: {
    type: 'PointEntry',
    seers: ['ada', 'root'],
    make: async ({ site, people }) =>
      (await site.prisma.pointEntry.create({ data: { userId: people.ada.id, amount: 5, reason: 'GRANT' } }))
        .id,
  },
  shopItem: {
    type: 'ShopItem',
    seers: ['root'],
    make: async ({ site }) =>
      (await site.prisma.shopItem.create({ data: { name: 'Secret', price: 1, stock: 1, isDisabled: true } }))
        .id,
  },
  shopOrder: {
    type: 'ShopOrder',
    seers: ['ada', 'root'],
    make: async ({ site, people }) =>
      (await site.prisma.shopOrder.create({ data: { userId: people.ada.id, total: 5, ...address } })).id,
  },
} satisfies Record<string, SightExample>
