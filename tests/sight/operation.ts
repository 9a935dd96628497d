import type { SightExample, SightFixture } from '../support/sight.ts'

const begin = ({ site }: SightFixture) =>
  site.prisma.operation.create({
    data: { kind: 'SINGLE_REJUDGING', total: 1, lines: { create: { subject: 'secret subject' } } },
    include: { lines: true },
  })

export const sight = {
  operation: { type: 'Operation', seers: ['root'], make: async (stage) => (await begin(stage)).id },
  operationLine: {
    type: 'OperationLine',
    seers: ['root'],
    make: async (stage) => (await begin(stage)).lines[0]?.id ?? 0,
  },
} satisfies Record<string, SightExample>
