import type { SightExample } from '../support/sight.ts'

export const sight = {
  problem: { type: 'Problem', seers: ['root'], make: async ({ hidden }) => hidden.id },
  annex: {
    type: 'Annex',
    seers: ['root'],
    make: async ({ site, hidden }) =>
      (await site.prisma.annex.findFirstOrThrow({ where: { problemId: hidden.id } })).id,
  },
  // Of a group that they are not in.
  tag: {
    type: 'Tag',
    seers: ['root'],
    make: async ({ site, group: groupId }) =>
      (await site.prisma.tag.create({ data: { names: { 'en-US': 'Secret' }, groupId } })).id,
  },
  // Of a problem that everybody sees.
  testset: { type: 'Testset', seers: ['root'], make: async ({ shown }) => shown.testsetId ?? 0 },
  testUpload: {
    type: 'TestUpload',
    seers: ['root'],
    make: async ({ site, people }) =>
      (await site.prisma.testUpload.create({ data: { id: 'upload-of-root', ownerId: people.root.id } })).id,
  },
} satisfies Record<string, SightExample>

export const open = ['TagGroup']
