import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Limits } from '#judge/protocol.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

const LIMITS: Limits = { timeMs: 5000, memoryMb: 256, stackMb: 64, outputBytes: 1 << 20, processes: 16 }

let workshop: TestWorkshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const judge = async (language: string, source: string, userFiles: Record<string, string> = {}) => {
  const cases = [workshop.testcase('1 2\n', '3\n', { index: 1 })]
  return (await workshop.judge({ language, source, userFiles, limits: LIMITS, cases })).report
}

const ADD =
  'var in = new java.util.Scanner(System.in); System.out.println(Sum.of(in.nextInt(), in.nextInt()));'
const MAIN = `public static void main(String[] args) { ${ADD} }`
const SUM = 'class Sum { static int of(int a, int b) { return a + b; } }'

describe('a Java source', () => {
  test.each([
    ['named otherwise', `import java.util.*;\npublic class Solution { ${MAIN} }\n${SUM}`],
    ['in a package', `package org.icpc.x;\n${SUM}\npublic class A$B { ${MAIN} }`],
    ['without a public class', `${SUM} class starts { ${MAIN} }`],
    ['as an interface', `public interface I { static void main(String[] args) { ${ADD} } }\n${SUM}`],
  ])('%s is compiled and run under the name of its class', async (_, source) => {
    expect(await judge('java', source)).toMatchObject({ message: null, verdict: 'ACCEPTED' })
  })

  test('finds the files of its problem all the same', async () => {
    const source = `public class Contestant { ${MAIN} }`
    expect(await judge('java', source, { 'Sum.java': SUM })).toMatchObject({ verdict: 'ACCEPTED' })
  })

  test('is told of itself by its name', async () => {
    const { verdict, message } = await judge('java', 'public class Solution { int x = "a"; }')
    expect(verdict).toBe('COMPILE_ERROR')
    expect(message).toMatch(/^Solution\.java:1: error/)
  })
})

test.each([
  ['c11', 'char a[80 << 20] = {1}; int main() { return a[5]; }'],
  ['cpp17', 'int a[30000000] = {1}; int main() { return a[5]; }'],
])('a program of %s that becomes too large is told so', async (language, source) => {
  const { verdict, message } = await judge(language, source)
  expect(verdict).toBe('COMPILE_ERROR')
  expect(message?.split('\n')[0]).toBe('@programTooLarge {"limit":64}')
})
