import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { FakeRequest } from '#tests/support/banks/fakeBank.ts'
import { openBankSite } from '../../support/bankSite.ts'

/** Answers of other judges that the database does not take as they are, against judges in memory. */

const arena = openBankSite(['CF', 'LIBRE'])

let problem = 0

beforeAll(async () => {
  await arena.addAccount('CF')
  problem = await arena.importProblem('CF', '4242A')
})
afterEach(() => vi.restoreAllMocks())

type Fields = Record<string, unknown>

/** Has a bank change the fields of its answers to some requests. */
function answerWith(bank: 'CF' | 'LIBRE', path: FakeRequest['path'], change: (given: Fields) => Fields) {
  const { site } = arena.fakeOf(bank)
  const real = site.answer
  vi.spyOn(site, 'answer').mockImplementation((request, fake) => {
    const answer = real(request, fake)
    if (request.path !== path || typeof answer?.body !== 'string') return answer
    return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) }
  })
}

it.each([
  [
    'longer and larger than a number can be',
    { 'timeConsumed#1': '999999999999', 'memoryConsumed#1': '1e300' },
  ],
  ['with a character that is cut in two', { 'output#1': `${'x'.repeat(1023)}😀` }],
])('ends a submission with a case %s', async (what, fields) => {
  answerWith('CF', '/data/submitSource', (given) =>
    given.waiting === 'true' ? given : { ...given, ...fields },
  )
  const number = await arena.send(arena.people.ada, problem, `int main(){} // ${what}`, 'cf-54')
  expect(await arena.done(number)).toMatchObject({
    verdict: 'ACCEPTED',
    run: { step: 'DONE', holdsAccount: false },
  })
})

it('takes an account out of service whose bank answers with characters that cannot be stored', async () => {
  await arena.addAccount('LIBRE')
  const on = { input: { bank: 'LIBRE', isEnabled: true } }
  await arena.ask(
    arena.people.root,
    'mutation($input: SwitchBankInput!) { switchBank(input: $input) { isOn } }',
    on,
  )
  const other = await arena.importProblem('LIBRE', '6001')
  answerWith('LIBRE', '/api/auth/login', () => ({ error: 'ODD\0\ud83d' }))
  await arena.send(arena.people.ada, other, 'int main(){}', 'libre-cpp-gcc-17-O2')
  const account = () => arena.site.prisma.bankAccount.findFirst({ where: { bank: 'LIBRE' } })
  await expect.poll(account).toMatchObject({ suspendedFor: 'CHANGED', suspendedWords: 'ODD' })
})

it('asks for each picture once, for so many at most, and for no more of a bank that does not answer', async () => {
  const { site, log } = arena.fakeOf('CF')
  const real = site.answer
  const images = (folder: string) =>
    Array.from({ length: 60 }, (_, at) => `<img src="/${folder}/${at}.jpg"><img src="/${folder}/${at}.jpg">`)
  const importWith = async (id: string, path: string, folder: string, status: number) => {
    vi.spyOn(site, 'answer').mockImplementation((request, fake) => {
      if (request.path.startsWith(`/${folder}/`)) return { status, body: 'gone' }
      const answer = real(request, fake)
      if (request.path !== path || typeof answer?.body !== 'string') return answer
      const [head = '', ...rest] = answer.body.split('<p>')
      return { ...answer, body: `${head}<p>${images(folder).join('')}${rest.join('<p>')}` }
    })
    await arena.importProblem('CF', id)
    return log.filter(({ path }) => path.startsWith(`/${folder}/`)).length
  }
  expect(await importWith('4242B1', '/problemset/problem/4242/B1', 'gone', 404)).toBe(40)
  expect(await importWith('92101', '/problemset/problem/921/01', 'away', 500)).toBe(3)
})
