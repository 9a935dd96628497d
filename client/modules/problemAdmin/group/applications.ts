/** States of an application, waiting ones first. */
export const APPLICATIONS = ['ASKED', 'APPROVED', 'REFUSED'] as const
export type Application = (typeof APPLICATIONS)[number]

/** Text colours of the states. */
export const TONES = {
  ASKED: 'text.secondary',
  APPROVED: 'verdict.AC.fg',
  REFUSED: 'verdict.WA.fg',
} as const satisfies Record<Application, string>
