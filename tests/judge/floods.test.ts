import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckerSpec } from '#judge/protocol.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

const run = promisify(execFile)
const MIB = 1024 * 1024
/** So many times the block of lines: 64 MB, more than anything here may keep of them. */
const BLOCKS = 40
const LINE = Array.from({ length: 25 }, (_, i) => `${'1234567890'.repeat(6)}${i}`).join(' ')
const BLOCK = `${LINE}\n`.repeat(1000)

let folder: string
let workshop: TestWorkshop

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/floods-')
  workshop = await openWorkshop(['c11'])
  await writeFile(join(folder, 'input'), '')
  await fill('output', BLOCK, '')
  // With other line ends, so that no comparison may stop at bytes that are the same.
  await fill('answer', BLOCK.replaceAll('\n', '\r\n'), '')
  await fill('other', BLOCK.replaceAll('\n', '\r\n'), '8\r\n')
  await build({
    entryPoints: [new URL('./support/checkFlood.ts', import.meta.url).pathname],
    outfile: join(folder, 'check.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
})
afterAll(async () => {
  await workshop.close()
  await rm(folder, { recursive: true, force: true })
})

async function fill(name: string, block: string, end: string) {
  const file = await open(join(folder, name), 'w')
  for (let i = 0; i < BLOCKS; i++) await file.write(block)
  await file.write(end)
  await file.close()
}

/** What a checker says of the flood, and how much more memory its process took for it. */
async function check(spec: CheckerSpec, answer: string) {
  const files = ['check.mjs', 'input', 'output', answer].map((name) => join(folder, name))
  const { stdout } = await run(process.execPath, [...files, JSON.stringify(spec)])
  return JSON.parse(stdout) as { verdict: string; kilobytes: number }
}

test.each<[string, CheckerSpec]>([
  ['strict', { kind: 'default', ignoreTrailingBlanks: false }],
  ['lenient', { kind: 'default', ignoreTrailingBlanks: true }],
  ['tokens', { kind: 'tokens', caseSensitive: true }],
  ['tokens of any case', { kind: 'tokens', caseSensitive: false }],
  ['lines', { kind: 'lines' }],
  ['floats', { kind: 'floats', absolute: 1e-6, relative: 1e-6 }],
  ['unordered lines', { kind: 'unorderedLines' }],
  ['unordered numbers', { kind: 'unorderedNumbers' }],
])(
  '%s: 64 MB in constant memory',
  async (_, spec) => {
    const [right, wrong] = await Promise.all([check(spec, 'answer'), check(spec, 'other')])
    expect([right.verdict, wrong.verdict]).toEqual(['ACCEPTED', 'WRONG_ANSWER'])
    expect(Math.max(right.kilobytes, wrong.kilobytes) * 1024).toBeLessThan(32 * MIB)
  },
  180_000,
)

test('a program that writes 64 MB keeps its memory limit and its verdict', async () => {
  const source = `#include <stdio.h>
int main() { for (int i = 0; i < ${BLOCKS * 1000}; i++) puts("${LINE}"); }`
  const answer = Buffer.from(BLOCK.repeat(BLOCKS))
  const limits = { timeMs: 10_000, memoryMb: 16, stackMb: 16, outputBytes: 128 * MIB, processes: 1 }
  const judge = (outputBytes: number) =>
    workshop.judge({
      source,
      limits: { ...limits, outputBytes },
      cases: [workshop.testcase('', answer, { index: 1 })],
    })
  const [run] = (await judge(128 * MIB)).runs
  expect(run).toMatchObject({ verdict: 'ACCEPTED', message: null })
  expect(run?.memoryKb).toBeLessThan(16 * 1024)
  expect((await judge(32 * MIB)).runs[0]).toMatchObject({ verdict: 'OUTPUT_LIMIT_EXCEEDED' })
}, 180_000)
