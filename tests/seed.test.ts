import { createHash } from 'node:crypto'
import katex from 'katex'
import { describe, expect, it } from 'vitest'
import { carousel, notices, problems, tagGroups, users } from '#prisma/seed/content.ts'
import { LOCALES, type SeedCase, type SeedProblem } from '#prisma/seed/types.ts'
import { casesOf } from './support/seedCases.ts'
import { checkedBy, outputOf } from './support/seedPrograms.ts'

const scoreOf = (problem: SeedProblem) => {
  const cases = casesOf(problem)
  if (problem.caseMode !== 'SUBTASK_LOWEST' && problem.caseMode !== 'SUBTASK_AVERAGE') {
    return cases.reduce((sum, { score }) => sum + score, 0)
  }
  const groups = new Map(cases.map(({ subtask, score }) => [subtask, score]))
  return [...groups.values()].reduce((sum, score) => sum + score, 0)
}

describe('the seed as a whole', () => {
  it('has problems of every kind of judging', () => {
    const has = (wanted: (problem: SeedProblem) => unknown) => problems.filter(wanted).length > 0
    expect(problems.length).toBeGreaterThanOrEqual(14)
    for (const mode of ['ALL', 'UNTIL_FAILURE', 'SUBTASK_LOWEST', 'SUBTASK_AVERAGE']) {
      expect(has((problem) => problem.caseMode === mode)).toBe(true)
    }
    for (const kind of ['default', 'tokens', 'lines', 'floats', 'program']) {
      expect(has((problem) => problem.checker.kind === kind)).toBe(true)
    }
    for (const level of ['EASY', 'MID', 'HARD']) {
      expect(has((problem) => problem.difficulty === level)).toBe(true)
    }
    expect(has((problem) => problem.interactor)).toBe(true)
    expect(has((problem) => problem.fileIo)).toBe(true)
    expect(has((problem) => problem.annexes.length)).toBe(true)
    expect(has((problem) => Object.keys(problem.userFiles).length)).toBe(true)
    expect(has((problem) => Object.keys(problem.judgeFiles).length)).toBe(true)
    expect(has((problem) => Object.keys(problem.templates).length)).toBe(true)
  })

  it('names only what it has', () => {
    const tags = tagGroups.flatMap((group) => group.tags.map((tag) => tag.key))
    const names = users.map((user) => user.username)
    for (const list of [tags, names, problems.map((it) => it.displayId), problems.map((it) => it.slug)]) {
      expect(new Set(list).size).toBe(list.length)
    }
    for (const problem of problems) {
      expect(tags).toEqual(expect.arrayContaining(problem.tags))
      expect(names).toContain(problem.author)
    }
    expect(new Set(problems.flatMap((problem) => problem.tags))).toEqual(new Set(tags))
    for (const { author } of notices) expect(names).toContain(author)
    const links = notices.flatMap(({ texts }) =>
      LOCALES.flatMap((locale) => texts[locale].content.match(/\(\/problem\/[^)]*\)/g) ?? []),
    )
    const pages = problems.map((problem) => `(/problem/${problem.displayId})`)
    for (const link of links) expect(pages).toContain(link)
  })

  it('says everything in every language', () => {
    for (const locale of LOCALES) {
      for (const { displayId, statement, source } of problems) {
        const { title, description, input, output, hint } = statement[locale]
        for (const text of [title, description, input, output, hint, source[locale]]) {
          expect(text.trim(), `${displayId} in ${locale}`).not.toBe('')
        }
      }
      for (const { texts } of notices) expect(texts[locale].title && texts[locale].content).toBeTruthy()
      for (const { texts } of carousel) expect(texts[locale].title && texts[locale].subtitle).toBeTruthy()
      for (const group of tagGroups)
        for (const { name } of [group, ...group.tags]) expect(name[locale]).toBeTruthy()
    }
    for (const { displayId, statement } of problems) {
      const [chinese, english] = [statement['zh-CN'], statement['en-US']]
      expect(/[a-z] [a-z]/i.test(chinese.title), displayId).toBe(false)
      expect(JSON.stringify(english), displayId).not.toMatch(/[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/)
    }
  })

  it('states the same bounds in every language', () => {
    // Words inside of formulas aside, what stands between dollar signs is the same mathematics.
    const bounds = (text: string) =>
      (text.match(/\$[^$]+\$/g) ?? []).filter((it) => /\\le|\\ne/.test(it)).sort()
    for (const { displayId, statement } of problems) {
      expect(bounds(statement['zh-CN'].input.replace(/\s+/g, ' ')), displayId).toEqual(
        bounds(statement['en-US'].input.replace(/\s+/g, ' ')),
      )
    }
  })

  it('writes mathematics that can be set', () => {
    const texts = [
      ...problems.flatMap(({ statement }) => LOCALES.flatMap((locale) => Object.values(statement[locale]))),
      ...notices.flatMap(({ texts }) => LOCALES.map((locale) => texts[locale].content)),
    ]
    for (const text of texts) {
      const prose = text.replace(/`[^`]*`/g, '')
      expect(prose.split('$').length % 2, text).toBe(1)
      expect(text).not.toContain('\\`')
      for (const [, formula = ''] of prose.matchAll(/\$([^$]+)\$/g)) {
        expect(
          () => katex.renderToString(formula, { throwOnError: true, strict: 'error' }),
          formula,
        ).not.toThrow()
      }
    }
  })

  it('draws pictures without words', () => {
    expect(carousel.length).toBeGreaterThanOrEqual(3)
    for (const { svg } of carousel) {
      expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 1200 440"/)
      expect(svg).not.toMatch(/<text|<script|<style|href/)
      expect(svg.length).toBeLessThan(64_000)
    }
  })

  it('stays small', () => {
    const sizes = problems.flatMap((problem) =>
      casesOf(problem).map(({ input, answer }) => Buffer.byteLength(input + (answer ?? ''))),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(13_000_000)
  })
})

describe.each(problems.map((problem) => ({ name: problem.displayId, problem })))('$name', ({ problem }) => {
  it('has tests that add up', () => {
    const cases = casesOf(problem)
    expect(cases.length).toBeGreaterThanOrEqual(10)
    expect(cases.length).toBeLessThanOrEqual(25)
    expect(scoreOf(problem)).toBe(problem.scoring === 'OI' ? problem.fullScore : 0)
    const grouped = problem.caseMode.startsWith('SUBTASK')
    expect(problem.scoring === 'ACM' || problem.caseMode === 'ALL' || grouped).toBe(true)
    const groups = [...new Set(cases.map(({ subtask }) => subtask))]
    expect(groups).toEqual(grouped ? groups.map((_, i) => i + 1) : [0])
    for (const subtask of groups) {
      if (grouped)
        expect(new Set(cases.filter((it) => it.subtask === subtask).map((it) => it.score)).size).toBe(1)
    }
    for (const { input, answer } of cases) {
      expect(input.endsWith('\n')).toBe(true)
      if (problem.reference) expect(answer?.endsWith('\n')).toBe(true)
    }
    const { timeMs, memoryMb, stackMb } = problem.limits
    expect(timeMs >= 500 && timeMs <= 5000 && memoryMb >= 16 && memoryMb <= 512).toBe(true)
    expect(stackMb).toBeLessThanOrEqual(memoryMb)
    if (problem.scoring === 'ACM') expect(problem.fullScore).toBe(0)
  })

  it('makes the same tests again', () => {
    const digest = (cases: SeedCase[]) => createHash('sha256').update(JSON.stringify(cases)).digest('hex')
    expect(digest(problem.testcases())).toBe(digest(casesOf(problem)))
  })

  it('answers its samples', async () => {
    const accepted = problem.solutions.filter(({ verdict }) => verdict === 'ACCEPTED')
    expect(problem.samples.length).toBeGreaterThan(0)
    for (const { input, output } of problem.samples) {
      if (problem.reference) expect(problem.reference(input)).toBe(output)
      // An interactive sample is one half of a talk; a solution that hears it says the other half.
      else for (const { source } of accepted) expect(await outputOf(problem, source, input)).toBe(output)
    }
  })

  it('has a solution that is accepted and one that is not', () => {
    const accepted = problem.solutions.filter(({ verdict }) => verdict === 'ACCEPTED')
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.length).toBeLessThan(problem.solutions.length)
  })
})

describe('a checker of the seed', () => {
  const verdictsOf = (displayId: string, name: string, outputs: string[]) => {
    const problem = problems.find((it) => it.displayId === displayId)
    const testcase = problem && casesOf(problem).find((it) => it.name === name)
    if (!testcase) throw new Error(`no case ${name} of ${displayId}`)
    return checkedBy(problem, testcase, outputs)
  }

  it('accepts any mended text, and part of an answer for a part', async () => {
    const outputs = [
      '1\n[[]]\n',
      '1\n[{}]\n',
      '1\n[[(]\n',
      '1\n',
      '2\n[[]]\n',
      '',
      'one\n',
      '1\n[[]]\nmore\n',
    ]
    expect(await verdictsOf('P1077', 'sample 1', outputs)).toEqual([
      'ACCEPTED 1',
      'PARTIALLY_ACCEPTED 0.4',
      'PARTIALLY_ACCEPTED 0.4',
      'PARTIALLY_ACCEPTED 0.4',
      'WRONG_ANSWER 0',
      'PRESENTATION_ERROR 0',
      'PRESENTATION_ERROR 0',
      'PRESENTATION_ERROR 0',
    ])
    expect(await verdictsOf('P1077', 'sample 2', ['2\n{}', '2\n[]', '2\n[)'])).toEqual([
      'ACCEPTED 1',
      'ACCEPTED 1',
      'PARTIALLY_ACCEPTED 0.4',
    ])
  })

  it('accepts any order that keeps the rules', async () => {
    const outputs = [
      'YES\n3 1 2 4',
      'YES 1 2 3 4',
      'YES 2 1 3 4',
      'YES 1 2 3',
      'YES 1 1 2 3',
      'YES 1 2 3 5',
      'NO',
      '',
    ]
    expect(await verdictsOf('P1096', 'first sample', outputs)).toEqual([
      'ACCEPTED 1',
      'ACCEPTED 1',
      'WRONG_ANSWER 0',
      'WRONG_ANSWER 0',
      'WRONG_ANSWER 0',
      'WRONG_ANSWER 0',
      'WRONG_ANSWER 0',
      'PRESENTATION_ERROR 0',
    ])
  })
})
