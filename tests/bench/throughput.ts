/**
 * How many submissions a machine judges, as a share of what the same compile and the same runs bare in a shell
 * allow on the same cores. An accepted A+B in C++ with ten cases; a crowd of them is put into the queue at once
 * and all slots of one host work on it (queue, compile in the box, runs in the box, checks, reports), against as
 * many shells at once as there are cores. Once with sources that are all different, so that each is compiled, and
 * once with the same source, compiled before, where the ten runs of a millisecond are all the work there is.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCommand, findLanguage } from '#judge/languages.ts'
import type { CaseSpec } from '#judge/protocol.ts'
import { openQueue } from '../judge/support/queue.ts'
import { plainTask } from '../judge/support/workshop.ts'
import { startTestServer } from '../support/postgres.ts'
import { median, timed } from './support/figures.ts'

const ROUNDS = 5
const CASES = 10
const LANGUAGE = 'cpp17o2'
/** How many submissions one crowd has. */
const CROWD = { compiled: 20, cached: 100 } as const
type Kind = keyof typeof CROWD

const run = promisify(execFile)

const sourceOf = (name: string) => `// ${name}
#include <iostream>
int main() {
  int a, b;
  std::cin >> a >> b;
  std::cout << a + b << std::endl;
}
`
/** The name of a source: every one its own, or all the same. */
const nameOf = (kind: Kind, round: number, i: number) => (kind === 'cached' ? 'the same' : `${round} ${i}`)

async function main() {
  const language = findLanguage(LANGUAGE)
  const command = language && compileCommand(language)
  if (!command) throw new Error(`${LANGUAGE} is not compiled`)
  const cores = availableParallelism()
  const postgres = await startTestServer()
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  // As many slots as a host has that is not told.
  const queue = await openQueue(postgres, ['build/judge.mjs'])
  try {
    const numbers = Array.from({ length: CASES }, (_, i) => [i + 1, 1000 * i] as const)
    const cases: CaseSpec[] = numbers.map(([a, b], i) => ({
      index: i + 1,
      subtask: 0,
      score: 10,
      input: queue.keep(`${a} ${b}\n`, `${i + 1}.in`),
      answer: queue.keep(`${a + b}\n`, `${i + 1}.out`),
    }))
    await Promise.all(numbers.map(([a, b], i) => writeFile(join(folder, `${i + 1}.in`), `${a} ${b}\n`)))
    const runs = numbers.map((_, i) => `./main < ../${i + 1}.in > ${i + 1}.out`).join(' && ')

    const judged = async (kind: Kind, round: number) => {
      const sent = await Promise.all(
        Array.from({ length: CROWD[kind] }, (_, i) => {
          const source = sourceOf(nameOf(kind, round, i))
          return queue.submit({ ...plainTask, language: LANGUAGE, source, cases })
        }),
      )
      await Promise.all(sent.map(({ submissionId }) => queue.heard('submission.judged', submissionId)))
      const ids = sent.map(({ submissionId }) => submissionId)
      const { rows } = await queue.db.query('select distinct verdict from "Submission" where id = any($1)', [
        ids,
      ])
      if (rows.length !== 1 || rows[0].verdict !== 'ACCEPTED')
        throw new Error(`judged ${JSON.stringify(rows)}`)
    }

    const bare = async (kind: Kind, round: number) => {
      let next = 0
      const shell = async (place: string) => {
        for (let i = next++; i < CROWD[kind]; i = next++) {
          await writeFile(join(place, 'main.cpp'), sourceOf(nameOf(kind, round, i)))
          await run('/bin/sh', ['-c', kind === 'compiled' ? `${command} && ${runs}` : runs], { cwd: place })
        }
      }
      await Promise.all(Array.from({ length: cores }, (_, i) => shell(join(folder, `shell${i}`))))
    }

    for (let i = 0; i < cores; i++) {
      const place = join(folder, `shell${i}`)
      await mkdir(place)
      await writeFile(join(place, 'main.cpp'), sourceOf('warm'))
      await run('/bin/sh', ['-c', command], { cwd: place })
    }
    const host = await queue.startHost({ JUDGE_SLOTS: '' })
    const { slots } = await host.said('waiting for work')
    console.log(`${cores} cores, ${slots} slots`)
    await judged('cached', -1)

    const shares = { compiled: [] as number[], cached: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of ['compiled', 'cached'] as const) {
        const times = { judged: 0, bare: 0 }
        const order = round % 2 ? (['judged', 'bare'] as const) : (['bare', 'judged'] as const)
        for (const variant of order) {
          times[variant] = await timed(() => (variant === 'judged' ? judged : bare)(kind, round))
        }
        shares[kind].push(times.bare / times.judged)
        const [own, other] = [times.judged, times.bare].map((ms) => ((1000 * CROWD[kind]) / ms).toFixed(1))
        console.log(`${kind}: ${own} submissions a second, bare ${other}`)
      }
    }
    console.log(`judged/bare-cached: ${median(shares.cached).toFixed(2)}`)
    console.log(`judged/bare: ${median(shares.compiled).toFixed(2)}`)
  } finally {
    await queue.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
