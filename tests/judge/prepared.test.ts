import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BASE_ENV } from '#judge/environment.ts'
import type { Help } from '#judge/prepared.ts'
import { Scratch } from '#judge/store/scratch.ts'
import { MIB } from './support/boxes.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['cpp17', 'cpp20o2', 'go'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

const toolchainOf = (key: string) => {
  workshop.need(key)
  const toolchain = workshop.shop.toolchains.get(key)
  if (!toolchain) throw new Error(`${key} is not installed`)
  return toolchain
}

/** What compiling leaves: the hash of the program, or the words of the compiler. */
const compile = async (key: string, source: string) => {
  const { compiler } = workshop.shop
  const made = await compiler.compile(toolchainOf(key), source, {}, new AbortController().signal)
  if (!('program' in made)) return made
  const program = createHash('sha256')
    .update(await readFile(made.program.path))
    .digest('hex')
  made.program.release()
  return { program }
}

const SORTING = `#include <bits/stdc++.h>
using namespace std;
int main() { vector<int> v; for (int x; cin >> x;) v.push_back(x); sort(v.begin(), v.end()); for (int x : v) cout << x << '\\n'; }
`
const WRONG = '#include <bits/stdc++.h>\nint main() { std::vector<int> v = missing; std::sort(1, "2"); }\n'

/** What the compiler says of the headers it reads, in a box like that of a compilation. */
async function headersRead(key: string, help: Help | null) {
  const { compile, source } = toolchainOf(key).language
  const { sandbox, toolchains } = workshop.shop
  const { tool = () => '', roots = [] } = toolchains.get(key) ?? {}
  const file = { name: source, content: SORTING }
  const slot = await sandbox.acquire({
    profile: 'compile',
    files: [file],
    writableBytes: 64 * MIB,
    fullProc: false,
    roots: [...roots, ...(help ? [help.root] : [])],
  })
  const scratch = Scratch.open(workshop.shop.scratchFolder)
  try {
    const words = [
      ...(compile?.argv({ tool, memoryMb: 512, stackMb: 64 }) ?? []),
      ...(help?.words ?? []),
      '-H',
    ]
    await slot.run({
      argv: words,
      env: BASE_ENV,
      stdin: null,
      stdout: null,
      stderr: scratch.file('headers'),
      limits: {
        cpuMs: 20_000,
        wallMs: 60_000,
        memoryBytes: 1024 * MIB,
        stackBytes: 64 * MIB,
        outputBytes: 64 * MIB,
        processes: 16,
      },
    })
    return (await readFile(scratch.file('headers'), 'utf8')).trim().split('\n')
  } finally {
    await slot.release()
    scratch.remove()
  }
}

/** The same source for the compiler, another one for the cache. */
const again = (source: string) => `${source}\n\n`

test.each(['cpp17', 'cpp20o2'])(
  '%s: the same program and the same complaints with the header precompiled',
  async (key) => {
    const { prepared } = workshop.shop.compiler
    const plain = [await compile(key, SORTING), await compile(key, WRONG)]
    await prepared.drained()
    const help = prepared.helpFor(toolchainOf(key), SORTING)
    expect(help?.words[0]).toMatch(/^-I\//)
    expect((await headersRead(key, help))[0]).toBe(`! ${help?.root}/bits/stdc++.h.gch`)
    expect([await compile(key, again(SORTING)), await compile(key, again(WRONG))]).toEqual(plain)
    expect(plain[1]).toMatchObject({ refused: expect.stringMatching(/main\.cpp:2:\d+: error: ‘missing’/) })
  },
  180_000,
)

test('a header is only replaced where nothing before it could change it', async () => {
  const helped = (source: string) =>
    workshop.shop.compiler.prepared.helpFor(toolchainOf('cpp17'), source) !== null
  await compile('cpp17', `// ${SORTING}`)
  const header = '#include <bits/stdc++.h>\n'
  for (const before of ['', '\n\n', '// said\n', '/* said **/ /* twice */\n', '\uFEFF']) {
    expect([before, helped(before + header)]).toEqual([before, true])
  }
  for (const before of [
    '#pragma GCC optimize("O3")\n',
    '#define int long long\n',
    'int x;\n',
    '#include <iostream>\n',
    '// #include <bits/stdc++.h>\n#define private public\n',
    '/* #include <bits/stdc++.h> */ int x;\n',
    '// a line that goes on \\\n',
  ]) {
    expect([before, helped(before + header)]).toEqual([before, false])
  }
})

test('the packages of Go are compiled once', async () => {
  const { prepared } = workshop.shop.compiler
  // What is on this machine may bring its packages compiled; it is asked to act as if it did not.
  const newer = { ...toolchainOf('go'), version: 'Golang 1.22.1' }
  const source = 'package main\nimport "fmt"\nfunc main() { fmt.Println(3) }\n'
  expect(prepared.helpFor(newer, source)).toBeNull()
  await prepared.drained()
  const help = prepared.helpFor(newer, source)
  expect(help?.env.GOCACHE).toBe(help?.root)
  expect((await readdir(help?.root ?? '')).length).toBeGreaterThan(10)
  expect((await stat(join(help?.root ?? '', 'README'))).mode & 0o444).toBe(0o444)
  const { compiler } = workshop.shop
  const before = performance.now()
  const made = await compiler.compile(newer, source, {}, new AbortController().signal)
  expect(made).toHaveProperty('program')
  expect(performance.now() - before).toBeLessThan(5_000)
}, 300_000)
