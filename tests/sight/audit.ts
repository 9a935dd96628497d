import type { SightExample } from '../support/sight.ts'

export const sight = {
  auditEntry: {
    type: 'AuditEntry',
    seers: ['root'],
    make: async ({ site, open }) => {
      const data = { action: 'submission.corrected', subject: `Submission:${open}` }
      return (await site.prisma.auditEntry.create({ data })).id
    },
  },
} satisfies Record<string, SightExample>
