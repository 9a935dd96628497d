import { startFakeBanks } from './all.ts'

const FIRST_PORT = 4801

/**
 * Runs all banks of memory for a demonstration: `npx tsx tests/support/banks/serve.ts [first port]`. Everybody signs in
 * there as `robot` with `robot`; `verdict: WA` in a program is what it gets.
 */
const { origins } = await startFakeBanks({
  port: Number(process.argv[2]) || FIRST_PORT,
  accounts: { robot: 'robot', robot2: 'robot' },
  pace: { ms: 6_000 },
})
const setting = Object.entries(origins)
  .map(([key, origin]) => `${key}=${origin}`)
  .join(',')
console.log(`BANK_ORIGINS=${setting}`)
