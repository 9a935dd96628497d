import type { SightExample } from '../support/sight.ts'

export const sight = {
  // Its author does not see it either while its problem is hidden.
  submission: { type: 'Submission', seers: ['root'], make: async ({ closed }) => closed },
} satisfies Record<string, SightExample>
