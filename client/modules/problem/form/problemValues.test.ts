import { describe, expect, it } from 'vitest'
import { fieldAt, NEW_VALUES, type ProblemValues, problemChanges, tidy } from './problemValues.ts'

const english = { ...NEW_VALUES.words['en-US'], title: 'Tide', description: 'Old' }
const base: ProblemValues = tidy({ ...NEW_VALUES, words: { ...NEW_VALUES.words, 'en-US': english } })

describe('what a save sends', () => {
  it('is what differs, and of a statement the parts that differ', () => {
    expect(problemChanges(base, base)).toEqual({})
    const words = { ...base.words, 'en-US': { ...english, description: 'New' } }
    expect(problemChanges({ ...base, words, timeLimitMs: 5 }, base)).toEqual({
      timeLimitMs: 5,
      words: [{ locale: 'EN_US', description: 'New' }],
    })
  })

  it('takes an interactor away with its mode, and keeps the one that is written', () => {
    const interactor = { ...base.interactor, source: 'int main() {}' }
    const interactive = { ...base, judgeMode: 'INTERACTIVE', interactor } as const
    expect(problemChanges(interactive, base).interactor).toEqual(interactor)
    expect(problemChanges({ ...interactive, judgeMode: 'DEFAULT' }, interactive)).toEqual({
      checker: base.comparison,
      interactor: null,
    })
  })

  it('sends the checker that judges what an interactor of Polygon writes', () => {
    const interactor = { ...base.interactor, convention: 'polygon' }
    const checker = { ...base.checker, source: 'int main() {}' }
    const compared = { ...base, judgeMode: 'INTERACTIVE', interactor, checker } as const
    expect(problemChanges(compared, base)).toEqual({ interactor, checker: base.comparison })
    const checked = { ...compared, hasChecker: true }
    expect(problemChanges(checked, compared)).toEqual({ checker: { kind: 'PROGRAM', program: checker } })
    expect(fieldAt('checker', checked)).toBe('checker.source')
  })

  it('names no file where programs read standard input, and no template that was taken out', () => {
    const before = {
      ...base,
      fileIo: { isOn: true, input: 'a.in', output: 'a.out' },
      templates: { cpp17: 'int', java21: 'class' },
    }
    const after = tidy({
      ...before,
      fileIo: { ...before.fileIo, isOn: false },
      templates: { ...before.templates, cpp17: null },
    })
    expect(problemChanges(after, before)).toEqual({
      fileInput: null,
      fileOutput: null,
      templates: [{ languageKey: 'java21', code: 'class' }],
    })
  })
})

it('finds the field that the server means', () => {
  const checked = { ...base, judgeMode: 'CHECKER' } as const
  expect(
    ['displayId', 'timeMs', 'statements', 'statements.0.title', 'statements.zh-CN.hint', 'userFiles.a b'].map(
      (address) => fieldAt(address, base),
    ),
  ).toEqual([
    'displayKey',
    'timeLimitMs',
    'words.en-US.title',
    'words.en-US.title',
    'words.zh-CN.hint',
    'userFiles',
  ])
  expect(fieldAt('checker', checked)).toBe('checker.source')
  expect(fieldAt('checker.absolute', base)).toBe('comparison.absolute')
  expect(fieldAt('interactor', base)).toBe('interactor.source')
})
