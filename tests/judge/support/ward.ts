import { reap } from '#judge/health/liveness.ts'
import type { JudgeTask } from '#judge/protocol.ts'
import { openQueue, type Submitted, type TestHost, type TestQueue } from './queue.ts'
import { plainTask } from './workshop.ts'

export const SUM = '#include <stdio.h>\nint main(){int a,b;scanf("%d%d",&a,&b);printf("%d\\n",a+b);return 0;}'
/** Computes for some 700 ms on every case. */
export const SLOW =
  '#include <stdio.h>\n#include <time.h>\nint main(){while(clock()<700000);puts("3");return 0;}'

/** A judgement as its row has it. */
export type Outcome = {
  state: string
  verdict: string | null
  attempt: number
  hostName: string | null
  message: string | null
  tape: string
}

/** A queue whose hosts become unhealthy, and the state of their jobs. */
export type Ward = {
  queue: TestQueue
  /** A host that has the language C and no other, unless `env` says so. */
  start: (env?: Record<string, string>) => Promise<TestHost>
  /** A task with one case, whose input is "1 2" and whatever `blank` space makes it a file of its own. */
  task: (
    blank: string,
    more?: Partial<JudgeTask>,
  ) => Omit<JudgeTask, 'judgementId' | 'submissionId' | 'attempt'>
  outcome: (sent: Submitted) => Promise<Outcome>
  /** The same, as soon as there is a verdict. */
  judged: (sent: Submitted) => Promise<Outcome>
  /** Asks again with every event until there is an answer; listens before it asks, so that none slips by. */
  until: <T>(ask: () => Promise<T | null>) => Promise<T>
  /** Why a host takes no work, as soon as it says so. */
  illness: (name: string) => Promise<string>
  recovery: (name: string) => Promise<void>
  /** Ends all hosts, between tests. */
  clear: () => Promise<void>
  close: () => Promise<void>
}

/** `entry` is how node runs a host, where not as it is built. */
export async function openWard(entry?: readonly string[]): Promise<Ward> {
  const queue = await openQueue(undefined, entry)
  let hosts: TestHost[] = []
  const outcome: Ward['outcome'] = async ({ judgementId }) =>
    (await queue.db.query('select * from "Judgement" where id = $1', [judgementId])).rows[0]
  const until: Ward['until'] = async (ask) => {
    for (;;) {
      const next = new Promise((resolve) => queue.listener.once('notification', resolve))
      const answer = await ask()
      if (answer !== null) return answer
      await next
    }
  }
  const reasonOf = async (name: string): Promise<string | null | undefined> =>
    (await queue.db.query('select reason from "JudgeHost" where name = $1', [name])).rows[0]?.reason
  return {
    queue,
    outcome,
    until,
    start: async (env = {}) => {
      const host = await queue.startHost({ JUDGE_LANGUAGES: 'c11', ...env })
      hosts.push(host)
      return host
    },
    task: (blank, more = {}) => ({
      ...plainTask,
      source: SUM,
      cases: [
        {
          index: 1,
          subtask: 0,
          score: 10,
          input: queue.keep(`1 2\n${blank}`, '1.in'),
          answer: queue.keep('3\n', '1.out'),
        },
      ],
      ...more,
    }),
    judged: async (sent) => {
      await queue.heard('submission.judged', sent.submissionId)
      return outcome(sent)
    },
    illness: (name) => until(async () => (await reasonOf(name)) ?? null),
    recovery: async (name) => {
      await until(async () => ((await reasonOf(name)) === null ? true : null))
    },
    clear: async () => {
      await Promise.all(hosts.map((host) => host.kill('SIGKILL')))
      hosts = []
      await reap(queue.db)
    },
    close: () => queue.close(),
  }
}
