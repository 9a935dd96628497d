/**
 * How much longer judging takes than doing the same by hand: an accepted A+B in C++ with ten cases, from the
 * insert of the submission to the event of its final verdict (queue, compile in the box, ten runs in the box,
 * ten checks, a report for each), against the same compiler command and ten runs in a shell, in turns. Every
 * round has a source of its own, so that nothing comes out of the compile cache.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCommand, findLanguage } from '#judge/languages.ts'
import type { CaseSpec } from '#judge/protocol.ts'
import { openQueue } from '../judge/support/queue.ts'
import { plainTask } from '../judge/support/workshop.ts'
import { startTestServer } from '../support/postgres.ts'
import { median, quantile, timed } from './support/figures.ts'

const ROUNDS = 20
const CASES = 10
const LANGUAGE = 'cpp17o2'

const run = promisify(execFile)

const sourceOf = (round: string) => `// ${round}
#include <iostream>
int main() {
  int a, b;
  std::cin >> a >> b;
  std::cout << a + b << std::endl;
}
`

async function main() {
  const language = findLanguage(LANGUAGE)
  const command = language && compileCommand(language)
  if (!command) throw new Error(`${LANGUAGE} is not compiled`)
  const postgres = await startTestServer()
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
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
    const runs = numbers.map((_, i) => `./main < ${i + 1}.in > ${i + 1}.out`).join(' && ')

    const judged = async (round: string) => {
      const source = sourceOf(round)
      const { submissionId } = await queue.submit({ ...plainTask, language: LANGUAGE, source, cases })
      await queue.heard('submission.judged', submissionId)
      const found = await queue.db.query('select verdict from "Submission" where id = $1', [submissionId])
      if (found.rows[0]?.verdict !== 'ACCEPTED') throw new Error(`judged ${found.rows[0]?.verdict}`)
    }
    const bare = async (round: string) => {
      await writeFile(join(folder, 'main.cpp'), sourceOf(round))
      await run('/bin/sh', ['-c', `${command} && ${runs}`], { cwd: folder })
    }

    await queue.startHost()
    await judged('warm')
    await bare('warm')
    const times = { judged: [] as number[], bare: [] as number[] }
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const turn = { judged: 0, bare: 0 }
      const variants = round % 2 ? (['judged', 'bare'] as const) : (['bare', 'judged'] as const)
      for (const variant of variants) {
        turn[variant] = await timed(() => (variant === 'judged' ? judged : bare)(`round ${round}`))
        times[variant].push(turn[variant])
      }
      ratios.push(turn.judged / turn.bare)
    }
    for (const variant of ['bare', 'judged'] as const) {
      const samples = times[variant]
      console.log(
        `${variant}: median ${median(samples).toFixed(0)} ms, p90 ${quantile(samples, 0.9).toFixed(0)} ms`,
      )
    }
    console.log(`judge/bare: ${median(ratios).toFixed(2)}`)
  } finally {
    await queue.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
