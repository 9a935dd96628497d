import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '#server/core/errors.ts'
import { ensureJudgeRole } from '#server/launch/database/judgeRole.ts'
import { exportPackage } from '#server/modules/package/exporting.ts'
import { OWN_FILE } from '#server/modules/package/icpc/icpc.ts'
import { importPackage, readPackage } from '#server/modules/package/importing.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { BUILT_HOST, launchHost, type TestHost } from '../../judge/support/queue.ts'
import { globalId } from '../../support/judgeable.ts'
import { legacyIcpc, unpackedOf, zippedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

const custom = (files: Record<string, string>, validation = 'custom') =>
  legacyIcpc({ 'problem.yaml': `name: X\nvalidation: ${validation}\n`, ...files })

const V = 'output_validators/v'
const SAME = 'int main(int c, char **v) { return 42; }\n'
const BUILD = '#!/bin/sh\ng++ -o run *.cc\n'

describe('a validator', () => {
  const read = (files: Record<string, string>) => {
    try {
      const [found] = readPackage(unpackedOf(custom(files)))
      const { checker, judgeFiles } = found?.problem ?? {}
      const notes = found?.report.notes.map(({ key, file }) => `${key} ${file}`) ?? []
      const language = checker?.kind === 'program' ? checker.language : null
      return { language, judgeFiles: Object.keys(judgeFiles ?? {}), notes }
    } catch (error) {
      const { code, parameters } = refusalOf(error) ?? {}
      return [code, parameters?.file]
    }
  }

  test('of one source is compiled by the site, and by its own scripts where it has some', () => {
    expect(read({ [`${V}/a.cc`]: SAME, [`${V}/a.h`]: '' })).toMatchObject({
      language: 'cpp17o2',
      judgeFiles: ['a.h'],
    })
    expect(read({ [`${V}/a.cc`]: SAME, [`${V}/data.tbl`]: '', [`${V}/build`]: BUILD })).toMatchObject({
      language: 'scripts',
      judgeFiles: ['a.cc', 'data.tbl'],
    })
    expect(read({ [`${V}/check.lua`]: '', [`${V}/run`]: '#!/bin/sh\nexit 42\n' })).toMatchObject({
      language: 'scripts',
      judgeFiles: ['check.lua', 'run'],
    })
  })

  test('is one among several only with a note', () => {
    const both = read({ [`${V}/build`]: BUILD, [`${V}/a.cc`]: SAME, 'output_validators/w/b.cc': SAME })
    expect(both).toMatchObject({
      language: 'scripts',
      notes: expect.arrayContaining(['validators output_validators/w']),
    })
  })

  test('is refused where a part of it cannot be kept, by the name of that part', () => {
    const built = { [`${V}/build`]: BUILD }
    expect(read({ ...built, [`${V}/lib/a.cc`]: SAME })).toEqual(['PACKAGE_VALIDATOR_FILE', `${V}/lib/`])
    expect(read({ ...built, [`${V}/table`]: 'a\0b' })).toEqual(['PACKAGE_VALIDATOR_FILE', `${V}/table`])
    expect(read({ ...built, [`${V}/my a.cc`]: '' })).toEqual(['PACKAGE_VALIDATOR_FILE', `${V}/my a.cc`])
    expect(read({ ...built, [`${V}/big.h`]: ' '.repeat(300_000) })).toEqual([
      'PACKAGE_VALIDATOR_FILE',
      `${V}/big.h`,
    ])
    expect(read({ ...built, [`${V}/.gitignore`]: 'run\n', [`${V}/a.cc`]: SAME })).toMatchObject({
      judgeFiles: ['a.cc'],
      notes: expect.arrayContaining([`fileName ${V}/.gitignore`]),
    })
  })

  test('is refused where nobody could build it', () => {
    const refused = ['PACKAGE_VALIDATOR', `${V}/`]
    expect(read({ [`${V}/a.cc`]: SAME, [`${V}/b.py`]: '' })).toEqual(refused)
    expect(read({ [`${V}/A.java`]: '', [`${V}/B.java`]: '' })).toEqual(refused)
    expect(read({ [`${V}/check.lua`]: '' })).toEqual(['PACKAGE_VALIDATOR', 'output_validators/'])
  })
})

describe('a problem with scripts, on a site with a host of one language', () => {
  let site: Site
  let host: TestHost
  let author: Person
  let alice: Person
  let problemId: number

  beforeAll(async () => {
    site = await startSite()
    author = await addPerson(site, 'author', { role: 'PROBLEM_ADMIN' })
    alice = await addPerson(site, 'alice')
    const role = await ensureJudgeRole(site.databaseUrl, 'password of the tests')
    host = launchHost(BUILT_HOST, {
      DATABASE_URL: role ?? '',
      SERVER_URL: site.url,
      JUDGE_SECRET: site.settings.judgeSecret,
      CACHE_DIR: `${site.settings.dataDir}/cache`,
      JUDGE_SLOTS: '1',
      JUDGE_LANGUAGES: 'c11',
    })
    const files = custom({
      'domjudge-problem.ini': "short-name = 'scripted'\ntimelimit = 1\n",
      [`${V}/build`]: '#!/bin/sh\ngcc -o same main.c same.c\n',
      [`${V}/run`]:
        '#!/bin/sh\n"$(dirname "$0")/same" < "$2" && exit 42\necho no > "$3/teammessage.txt"; exit 43\n',
      [`${V}/main.c`]: 'int same(void);\nint main() { return same(); }\n',
      [`${V}/same.c`]: '#include <stdio.h>\nint same(void) { int a; return scanf("%d", &a) != 1; }\n',
    })
    const report = await importPackage(contextOf(site, author), await unpackZip(zippedOf(files)), {
      publish: true,
    })
    expect(report.problems).toMatchObject([{ displayId: 'SCRIPTED', refusal: null }])
    problemId = (await site.prisma.problem.findUniqueOrThrow({ where: { displayId: 'SCRIPTED' } })).id
    await host.said('waiting for work')
  })
  afterAll(async () => {
    await host.kill('SIGKILL')
    await site.close()
  })

  const submit = (language: string) =>
    site.graphql(
      'mutation ($input: SubmitInput!) { submit(input: $input) { id } }',
      { input: { problemId: globalId('Problem', problemId), language, source: 'int main() {}' } },
      alice,
    )

  test('is judged to the end', async () => {
    const { data } = await submit('c11')
    const live = await site.subscribe(
      'subscription ($id: ID!) { submissionChanged(id: $id) { state verdict } }',
      { id: data.submit.id },
      alice,
    )
    for (;;) {
      const { state, verdict } = (await live.next()).data.submissionChanged
      if (state !== 'DONE') continue
      expect(verdict).toBe('ACCEPTED')
      break
    }
    live.close()
  })

  test('gives nobody scripts to write in', async () => {
    expect((await submit('scripts')).errors?.[0]?.extensions?.code).toBe('LANGUAGE_NOT_OFFERED')
    const trial = await site.graphql(
      'mutation ($input: StartTrialInput!) { startTrial(input: $input) { id } }',
      { input: { problemId: globalId('Problem', problemId), language: 'scripts', source: 'x', input: '' } },
      alice,
    )
    expect(trial.errors?.[0]?.extensions?.code).toBe('LANGUAGE_NOT_OFFERED')
    const { data } = await site.graphql(
      '{ languages { key } judging { hosts { languageKeys toolchains { key } } } }',
      {},
      alice,
    )
    expect(data.languages).toEqual([{ key: 'c11' }])
    expect(data.judging.hosts).toEqual([{ languageKeys: ['c11'], toolchains: [{ key: 'c11' }] }])
    // The server itself stands in the table too, with no slots.
    const { profile } = await site.prisma.judgeHost.findFirstOrThrow({
      where: { profile: { path: ['slots'], equals: 1 } },
    })
    expect(profile).toMatchObject({ languages: [{ key: 'c11' }, { key: 'scripts' }, { key: 'output' }] })
  })

  test('leaves as it came', async () => {
    const { zip } = await exportPackage(contextOf(site, author), 'SCRIPTED', 'icpc')
    const files = await unpackZip(zip)
    const [own] = readPackage(files)
    files.delete(OWN_FILE)
    const [foreign] = readPackage(files)
    for (const read of [own, foreign]) {
      expect(read?.problem.checker).toMatchObject({ language: 'scripts', convention: 'kattis' })
      expect(Object.keys(read?.problem.judgeFiles ?? {}).sort()).toEqual(['main.c', 'run', 'same.c'])
    }
  })
})

describe('generators and input validators', () => {
  const makersIn = (files: Record<string, string>) => {
    const [found] = readPackage(unpackedOf(legacyIcpc(files)))
    return {
      makers: (found?.problem.makers ?? []).map(({ role, name, language, convention, files }) => [
        ...[role, name, language, convention],
        Object.keys(files),
      ]),
      notes: (found?.report.notes ?? []).flatMap(({ key, file }) => (key === 'otherFiles' ? [file] : [])),
    }
  }

  test('of several files are programs with their scripts, or with those that the format has for them', () => {
    const { makers, notes } = makersIn({
      'generators/one.py': 'print(1)\n',
      'generators/tree/tree.py': 'import lib\n',
      'generators/tree/lib.py': '\n',
      'generators/star/star.cpp': '#include "star.h"\n',
      'generators/star/star.h': '\n',
      'generators/own/build': '#!/bin/sh\n',
      'generators/own/whatever.lua': '\n',
      'generators/mixed/a.cpp': '\n',
      'generators/mixed/b.py': '\n',
      'input_validators/check/a.cc': '\n',
      'input_validators/check/b.cc': '\n',
    })
    expect(makers).toEqual([
      ['GENERATOR', 'one.py', 'python3', 'testlib', []],
      ['GENERATOR', 'own', 'scripts', 'testlib', ['whatever.lua']],
      ['GENERATOR', 'star', 'cpp17o2', 'testlib', ['star.h']],
      ['GENERATOR', 'tree', 'scripts', 'testlib', ['lib.py', 'tree.py', 'run']],
      ['VALIDATOR', 'check.py', 'python3', 'kattis', []],
      ['VALIDATOR', 'check', 'scripts', 'kattis', ['a.cc', 'b.cc']],
    ])
    expect(notes).toEqual(['generators/mixed'])
  })
})
