import { expect, it } from 'vitest'
import { BANK_KEYS, BANKS, findBank } from '#server/modules/bank/banks.ts'
import { languageKeyAt } from '#server/modules/bank/languages.ts'
import { startFakeBanks } from '#tests/support/banks/all.ts'

it('are seven, in one order, with accounts of their own but for the gym (area-rules B1)', () => {
  expect(BANKS.map(({ key }) => key)).toEqual(BANK_KEYS)
  expect(BANKS.filter(({ key, accountsOf }) => key !== accountsOf).map(({ key }) => key)).toEqual(['GYM'])
  expect(findBank('CF')?.key).toBe('CF')
  expect(findBank('cf')).toBe(null)
})

it('show cases of Codeforces and its gym alone (area-rules B10)', () => {
  expect(BANKS.filter(({ openCases }) => openCases).map(({ key }) => key)).toEqual(['CF', 'GYM'])
})

it('have languages of unlike keys', () => {
  const keys = BANKS.filter(({ key, accountsOf }) => key === accountsOf).flatMap((bank) =>
    bank.languages.map((language) => languageKeyAt(bank, language)),
  )
  expect(new Set(keys).size).toBe(keys.length)
  const types = BANKS.flatMap(({ languages }) => languages.map(({ contentType }) => contentType))
  expect(types.filter((type) => !/^(?:text|application)\/[\w.+-]+$/.test(type))).toEqual([])
})

it('are asked over TLS, but for POJ, which has none', () => {
  expect(BANKS.filter(({ origin }) => !origin.startsWith('https://')).map(({ key }) => key)).toEqual(['POJ'])
  const hosts = BANKS.flatMap(({ otherHosts }) => otherHosts)
  expect(hosts.filter((host) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host))).toEqual([])
})

it.each(BANKS.map((bank) => [bank.key, bank] as const))('%s reads no id out of hostile text', (_, bank) => {
  const texts = [
    '',
    ' ',
    '..',
    '../1000',
    '1000/../x',
    '1000?x=1',
    '1000#x',
    '1000\n1001',
    'a b',
    '%00',
    '<b>',
    "1'--",
  ]
  expect(texts.filter((text) => bank.readId(text) !== null)).toEqual([])
  const begun = performance.now()
  expect(bank.readId('1'.repeat(100_000))).toBe(null)
  expect(bank.readId('a_'.repeat(50_000))).toBe(null)
  expect(performance.now() - begun).toBeLessThan(1_000)
})

it('live in memory for tests, each with an origin', async () => {
  const running = await startFakeBanks()
  try {
    expect(Object.keys(running.origins).sort()).toEqual([...BANK_KEYS].sort())
    for (const origin of new Set(Object.values(running.origins)))
      expect((await fetch(origin)).status).toBeLessThan(500)
  } finally {
    await running.close()
  }
})
