import type { CheckerSpec } from '#judge/protocol.ts'

const TOKENS: CheckerSpec = { kind: 'tokens', caseSensitive: true }
const close = (absolute: number, relative = absolute): CheckerSpec => ({ kind: 'floats', absolute, relative })

/**
 * Standard checkers of testlib, by name, with an equivalent built-in checker. Checkers of numbers read whole tokens, and
 * equal numbers in canonical form are equal tokens.
 */
export const STANDARD_CHECKERS: Readonly<Record<string, CheckerSpec>> = {
  wcmp: TOKENS,
  ncmp: TOKENS,
  icmp: TOKENS,
  hcmp: TOKENS,
  lcmp: { kind: 'lines' },
  yesno: { kind: 'tokens', caseSensitive: false },
  nyesno: { kind: 'tokens', caseSensitive: false },
  rcmp: close(1.5e-6, 0),
  acmp: close(1.5e-6, 0),
  rncmp: close(1.5e-5, 0),
  rcmp4: close(1e-4),
  rcmp6: close(1e-6),
  rcmp9: close(1e-9),
  dcmp: close(1e-6),
  uncmp: { kind: 'unorderedNumbers' },
}
