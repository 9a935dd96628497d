import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { testlibFolder } from '#judge/testlib.ts'

/** Exit codes of checkers. */
export const OK = 0
export const WA = 1
export const PE = 2
export const FAIL = 3

/** How a program ended. */
export type Ended = { code: number | null; stdout: string; stderr: string }

/** Compiles programs against our testlib with a bare g++, once each, and runs them. */
export async function openPrograms() {
  const folder = await mkdtemp(join(tmpdir(), 'testlib-'))
  const made = new Map<string, Promise<string>>()
  let count = 0

  const gcc = async (standard: string, words: string[]) => {
    const { code, stderr } = await run('g++', [`-std=${standard}`, '-Wall', '-Werror', ...words], '')
    if (code !== 0) throw new Error(stderr)
  }
  /** The folder of the header as g++ precompiles it, which most of a hundred compilations would else be about. */
  const precompiled = async (standard: string) => {
    const place = join(folder, standard)
    await mkdir(place)
    const header = join(testlibFolder(), 'testlib.h')
    await gcc(standard, ['-x', 'c++-header', header, '-o', join(place, 'testlib.h.gch')])
    return place
  }
  const headers = new Map<string, Promise<string>>()
  const compile = async (source: string, standard: string) => {
    const path = join(folder, `program${++count}`)
    await writeFile(`${path}.cpp`, source)
    const header = headers.get(standard) ?? precompiled(standard)
    headers.set(standard, header)
    await gcc(standard, [`-I${await header}`, `-I${testlibFolder()}`, `${path}.cpp`, '-o', path])
    return path
  }
  const run = async (path: string, words: string[], input: string): Promise<Ended> => {
    const child = spawn(path, words, { cwd: folder })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code, stdout, stderr }
  }
  const ready = (source: string, standard = 'c++17') => {
    const key = standard + source
    const path = made.get(key) ?? compile(source, standard)
    made.set(key, path)
    return path
  }

  return {
    ready,
    run: async (source: string, words: string[] = [], input = '') => run(await ready(source), words, input),
    /** Calls a checker with files of these contents. */
    check: async (source: string, output: string, answer: string, input = '') => {
      const files = { input, output, answer }
      const place = join(folder, `case${++count}`)
      const paths = Object.entries(files).map(([name, content]) => [`${place}.${name}`, content] as const)
      await Promise.all(paths.map(([path, content]) => writeFile(path, content)))
      return run(
        await ready(source),
        paths.map(([path]) => path),
        '',
      )
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

export type Programs = Awaited<ReturnType<typeof openPrograms>>
