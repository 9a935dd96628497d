import { useMemo } from 'react'
import { asLocale, DEFAULT_LOCALE, LOCALES } from '#locales/i18n.ts'
import type { Fault } from '../../../ui/form/formState.ts'
import type { Faults } from '../../../ui/form/useForm.ts'
import { wholeNumberFault } from '../../../ui/form/wholeNumber.ts'
import { awaitsUpload } from '../../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { type NamedFile, outputJudgeOf, type ProblemValues } from './problemValues.ts'

const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/
/** Most passes of a case, as on the server. */
const MOST_PASSES = 100
const MARKDOWN = ['description', 'input', 'output', 'hint'] as const

/** Parts of the statement that a visible problem needs in one language. */
const NEEDED = ['input', 'output'] as const

/**
 * Client-side rules of the problem's fields. A draft needs only a title; readers of a visible problem need formats and
 * an example too, except where another judge has the statement.
 */
export function useProblemRules({ isRemote = false } = {}) {
  const { t, i18n } = useTranslation()
  const isInGroup = usePlace() !== null
  return useMemo(() => {
    const required = { words: t('ui:fault.REQUIRED') }
    const name = { words: t('problemForm:fault.fileName') }
    const coming = { words: t('markdown:upload.wait'), atOnce: true }
    const whole = (value: number | null, max: number) => wholeNumberFault(t, value, { min: 1, max })
    const tolerance = (value: number | null): Fault | null =>
      value === null
        ? required
        : Number.isNaN(value)
          ? { words: t('ui:fault.NOT_A_NUMBER') }
          : value < 0
            ? { words: t('ui:fault.TOO_SMALL', { min: 0 }) }
            : null
    const filesFault = (files: readonly NamedFile[]): Fault | null => {
      const names = new Set(files.map((file) => file.name))
      if (files.some((file) => !file.name.trim() || !file.content))
        return { words: t('problemForm:fault.file') }
      if (files.some((file) => !PLAIN_NAME.test(file.name))) return name
      return names.size < files.length ? { words: t('problemForm:fault.fileTwice') } : null
    }
    const fileName = (text: string) => (text.trim() ? (PLAIN_NAME.test(text.trim()) ? null : name) : required)

    return (values: ProblemValues): Faults<ProblemValues> => {
      const { words, comparison, judgeMode, fileIo, templates } = values
      const written = LOCALES.filter((locale) => Object.values(words[locale]).some((text) => text.trim()))
      const first = written[0] ?? asLocale(i18n.language) ?? DEFAULT_LOCALE
      const wordFaults = LOCALES.flatMap((locale): [string, Fault | null][] => [
        [
          `words.${locale}.title`,
          (locale === first || written.includes(locale)) && !words[locale].title.trim() ? required : null,
        ],
        ...MARKDOWN.filter((part) => awaitsUpload(words[locale][part])).map((part): [string, Fault] => [
          `words.${locale}.${part}`,
          coming,
        ]),
      ])
      const isOpen = values.visibility !== 'HIDDEN' && !isRemote
      const lacking = NEEDED.filter((part) => isOpen && !LOCALES.some((one) => words[one][part].trim()))
      const templateFaults = Object.entries(templates).map(([key, code]): [string, Fault | null] => [
        `templates.${key}`,
        typeof code === 'string' && !code.trim() ? { words: t('problemForm:fault.template') } : null,
      ])
      const judge = outputJudgeOf(values)
      const isFloats = judge === 'comparison' && comparison.kind === 'FLOATS'
      const source = (which: 'checker' | 'interactor', isUsed: boolean) =>
        isUsed && !values[which].source.trim() ? required : null
      const passes = (which: 'checker' | 'interactor', isUsed: boolean) =>
        isUsed && values[which].convention !== 'polygon' ? whole(values[which].passes, MOST_PASSES) : null
      return Object.fromEntries<Fault | null>([
        ...lacking.map((part): [string, Fault] => [`words.${first}.${part}`, required]),
        ...wordFaults,
        ...templateFaults,
        [
          'displayKey',
          isInGroup && !values.displayKey.trim()
            ? required
            : /[\s/?#%\\]/u.test(values.displayKey.trim())
              ? { words: t('problemForm:fault.displayKey'), atOnce: true }
              : null,
        ],
        [
          'samples',
          isOpen && !values.samples.some(({ input, output }) => input || output)
            ? { words: t('problemForm:fault.samples') }
            : null,
        ],
        ['timeLimitMs', whole(values.timeLimitMs, isInGroup ? 30_000 : 600_000)],
        ['memoryLimitMib', whole(values.memoryLimitMib, isInGroup ? 1024 : 4096)],
        ['stackLimitMib', whole(values.stackLimitMib, isInGroup ? 1024 : 4096)],
        [
          'outputLimitBytes',
          values.outputLimitBytes === null ? null : whole(values.outputLimitBytes, 1_073_741_824),
        ],
        ['comparison.absolute', isFloats ? tolerance(comparison.absolute) : null],
        ['comparison.relative', isFloats ? tolerance(comparison.relative) : null],
        ['checker.source', source('checker', judge === 'checker')],
        ['interactor.source', source('interactor', judgeMode === 'INTERACTIVE')],
        ['checker.passes', passes('checker', judge === 'checker')],
        ['interactor.passes', passes('interactor', judgeMode === 'INTERACTIVE')],
        ['fileIo.input', fileIo.isOn ? fileName(fileIo.input) : null],
        ['fileIo.output', fileIo.isOn ? fileName(fileIo.output) : null],
        ['userFiles', filesFault(values.userFiles)],
        ['judgeFiles', filesFault(values.judgeFiles)],
        [
          'languageKeys',
          !values.takesAllLanguages && values.languageKeys.length === 0
            ? { words: t('problemForm:fault.languages'), atOnce: true }
            : null,
        ],
      ]) as Faults<ProblemValues>
    }
  }, [t, i18n.language, isInGroup, isRemote])
}
