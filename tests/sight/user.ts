import { EVERYBODY, type SightExample } from '../support/sight.ts'

export const sight = {
  user: { type: 'User', seers: EVERYBODY, make: async ({ people }) => people.gone.id },
  session: { type: 'Session', seers: ['ada'], make: async ({ people }) => people.ada.sessionId },
} satisfies Record<string, SightExample>

export const faces: SightExample[] = [
  { type: 'Account', seers: ['root'], make: async ({ people }) => people.ada.id },
  { type: 'Profile', seers: ['ada'], make: async ({ people }) => people.ada.id },
]
