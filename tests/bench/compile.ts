/**
 * How long a program that includes all of the standard library takes to compile on a judge host that has
 * precompiled the header, in a box and all, against the same command of g++ in a shell, in turns. Every round
 * has a source of its own, so that nothing comes out of the cache of programs, and both ways must make the
 * same program, byte by byte.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCommand, findLanguage } from '#judge/languages.ts'
import { openWorkshop } from '../judge/support/workshop.ts'
import { median, timed } from './support/figures.ts'

const ROUNDS = 15
const LANGUAGES = ['cpp17', 'cpp17o2', 'cpp20o2'] as const

const run = promisify(execFile)

const sourceOf = (round: string) => `// ${round}
#include <bits/stdc++.h>
using namespace std;
int main() {
  map<string, vector<int>> seen;
  string word;
  for (int i = 0; cin >> word; i++) seen[word].push_back(i);
  for (auto &[key, places] : seen) cout << key << ' ' << accumulate(places.begin(), places.end(), 0LL) << '\\n';
}
`

async function main() {
  const workshop = await openWorkshop(LANGUAGES)
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const { compiler, toolchains } = workshop.shop
  const ratios: number[] = []
  try {
    for (const key of LANGUAGES) {
      const language = findLanguage(key)
      const toolchain = toolchains.get(key)
      const command = language && compileCommand(language)
      if (!toolchain || !command) throw new Error(`${key} cannot be compiled here`)

      const judged = async (round: string): Promise<Buffer> => {
        const made = await compiler.compile(toolchain, sourceOf(round), {}, new AbortController().signal)
        if (!('program' in made)) throw new Error(JSON.stringify(made))
        const program = await readFile(made.program.path)
        made.program.release()
        return program
      }
      const plain = async (round: string) => {
        await writeFile(join(folder, 'main.cpp'), sourceOf(round))
        await run('/bin/sh', ['-c', command], { cwd: folder })
      }
      // The first one asks for the header.
      await judged(`${key} warm`)
      await compiler.prepared.drained()

      const times = { judged: [] as number[], plain: [] as number[] }
      for (let round = 0; round < ROUNDS; round++) {
        const name = `${key} round ${round}`
        let program: Buffer = Buffer.alloc(0)
        const variants = {
          judged: async () => {
            program = await judged(name)
          },
          plain: () => plain(name),
        }
        const order = round % 2 ? (['judged', 'plain'] as const) : (['plain', 'judged'] as const)
        for (const variant of order) times[variant].push(await timed(variants[variant]))
        if (!program.equals(await readFile(join(folder, 'main')))) throw new Error(`${name}: another program`)
      }
      const own = times.judged.map((time, i) => time / (times.plain[i] ?? 1))
      ratios.push(...own)
      const [fast, slow] = [median(times.judged).toFixed(0), median(times.plain).toFixed(0)]
      console.log(`${key}: precompiled ${fast} ms, plain ${slow} ms, ${median(own).toFixed(2)}`)
    }
    console.log(`pch/plain: ${median(ratios).toFixed(2)}`)
  } finally {
    await workshop.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
