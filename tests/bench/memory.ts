/**
 * Resident memory of a judge host: after its start, when it waits for work, and the most while it judges, for a
 * while, as many submissions at once as it has slots. Node's share only: what programs take in their boxes is theirs.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { CaseSpec } from '#judge/protocol.ts'
import { openQueue } from '../judge/support/queue.ts'
import { plainTask } from '../judge/support/workshop.ts'
import { startTestServer } from '../support/postgres.ts'

const SUBMISSIONS = 60
const CASES = 10
const BIG = 4 * 1024 ** 2

/** Answers what it is given, line by line: the output is as large as the input. */
const ECHO = `#include <cstdio>
int main() { for (int c; (c = getchar()) != EOF;) putchar(c); }
`

/** Resident memory of a process in MiB. */
const resident = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function main() {
  const postgres = await startTestServer()
  const queue = await openQueue(postgres, ['build/judge.mjs'])
  try {
    const host = await queue.startHost({ JUDGE_SLOTS: '2' })
    const pid = host.process.pid ?? 0
    // What the start needed is given back within some seconds.
    await pause(5_000)
    const idle = resident(pid)

    const line = 'a line of some length that is the same in every case\n'
    const cases: CaseSpec[] = Array.from({ length: CASES }, (_, i) => {
      const text = `${i}\n${line.repeat(Math.ceil(BIG / line.length))}`
      return {
        index: i + 1,
        subtask: 0,
        score: 10,
        input: queue.keep(text, `${i + 1}.in`),
        answer: queue.keep(text, `${i + 1}.out`),
      }
    })
    let most = idle
    const watching = setInterval(() => {
      most = Math.max(most, resident(pid))
    }, 50)
    const sent = []
    for (let i = 0; i < SUBMISSIONS; i++) {
      const source = `// ${i}\n${ECHO}`
      sent.push(await queue.submit({ ...plainTask, language: 'cpp17o2', source, cases }))
    }
    await Promise.all(sent.map(({ submissionId }) => queue.heard('submission.judged', submissionId)))
    clearInterval(watching)
    const { rows } = await queue.db.query('select distinct verdict::text from "Judgement"')
    console.log(
      `judged ${SUBMISSIONS} submissions, ${CASES} cases of 4 MiB each: ${rows.map((row) => row.verdict)}`,
    )
    console.log(`memory: idle ${idle.toFixed(0)} MB loaded ${most.toFixed(0)} MB`)
    console.log(`judge-rss-mb: ${idle.toFixed(0)}`)
  } finally {
    await queue.close()
    await postgres.stop()
  }
}

await main()
