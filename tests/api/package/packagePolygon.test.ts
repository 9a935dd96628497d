import { describe, expect, it } from 'vitest'
import { readPackage } from '#server/modules/package/importing.ts'
import { polygonPackage, unpackedOf } from '../../support/packages.ts'

/** Reads the one problem of a Polygon package with another problem.xml. */
function readPolygon(xml: (xml: string) => string, files: Record<string, string> = {}) {
  const own = polygonPackage(files)
  const [first] = readPackage(unpackedOf({ ...own, 'problem.xml': xml(own['problem.xml'] ?? '') }))
  if (!first) throw new Error('no problem')
  return { problem: first.problem, notes: first.report.notes }
}

describe('fractional points of Polygon', () => {
  const scoresOf = (tests: readonly string[], groups = '') => {
    const files = Object.fromEntries(
      tests.flatMap((_, at) => {
        const path = `tests/${String(at + 1).padStart(2, '0')}`
        return [
          [path, `${at}\n`],
          [`${path}.a`, `${at}\n`],
        ]
      }),
    )
    const { problem, notes } = readPolygon(
      (xml) =>
        xml
          .replace(/<tests>.*<\/tests>/s, `<tests>${tests.join('')}</tests>`)
          .replace(/<groups>.*<\/groups>/s, `<groups>${groups}</groups>`),
      files,
    )
    expect(notes.filter(({ key }) => key === 'scores')).toHaveLength(1)
    return problem.testcases.map(({ score, subtask }) => [subtask, score] as const)
  }

  it('keep their sum over tests', () => {
    const scores = scoresOf(Array.from({ length: 40 }, () => '<test method="manual" points="2.5"/>'))
    expect(scores.reduce((sum, [, score]) => sum + score, 0)).toBe(100)
    expect(new Set(scores.map(([, score]) => score))).toEqual(new Set([2, 3]))
  })

  it('keep their sum over groups and the tests between', () => {
    const scores = scoresOf(
      [
        ...['a', 'a', 'b', 'c', 'b'].map((group) => `<test method="manual" points="0.5" group="${group}"/>`),
        '<test method="manual" points="33.5" group="c"/>',
      ],
      '<group name="a" points="32.5" points-policy="complete-group"/><group name="b" points="33.5" points-policy="complete-group"/>',
    )
    expect(scores).toEqual([
      [1, 33],
      [1, 33],
      [2, 33],
      [3, 1],
      [2, 33],
      [4, 33],
    ])
  })
})
