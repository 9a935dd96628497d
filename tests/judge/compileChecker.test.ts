import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROTOCOL_VERSION, type TrialTask } from '#judge/protocol.ts'
import { tryProgram } from '#judge/trial.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop
beforeAll(async () => {
  workshop = await openWorkshop(['cpp17'])
})
afterAll(() => workshop.close())

const compile = (source: string, files: Record<string, string>) => {
  const task: TrialTask = {
    version: PROTOCOL_VERSION,
    ...{
      trialId: 'checker',
      language: 'cpp17',
      source,
      input: '',
      expected: null,
      ignoreTrailingBlanks: true,
    },
    limits: { timeMs: 1000, memoryMb: 256, stackMb: 128, outputBytes: null, processes: 1 },
    fileIo: null,
    userFiles: {},
    judging: { files },
  }
  return tryProgram(task, workshop.shop, { running: () => {}, signal: new AbortController().signal })
}

const checker = (header: string) => `#include "${header}"
int main(int count, char **words) { registerTestlibCmd(count, words); quitf(_ok, "fine"); }`

test('a checker is compiled beside testlib and the files of its problem, and is not run', async () => {
  workshop.need('cpp17')
  expect(await compile(checker('testlib.h'), {})).toMatchObject({
    verdict: 'ACCEPTED',
    output: '',
    message: null,
  })
  const beside = { 'own.h': '#include "testlib.h"\n' }
  const source = `#include "testlib.h"\n${checker('own.h')}`
  expect((await compile(source, beside)).verdict).toBe('ACCEPTED')
  const refused = await compile(source, {})
  expect(refused).toMatchObject({ verdict: 'COMPILE_ERROR', timeMs: null })
  expect(refused.message).toContain('own.h')
  expect(await workshop.leftovers()).toEqual([])
})
