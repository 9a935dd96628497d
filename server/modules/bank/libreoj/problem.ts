import { BankFault, type BankProblem } from '../bank.ts'

/** A JSON object, whose fields are checked where they are read. */
export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** Null: the field is no number. */
export const numberIn = (fields: Fields, name: string): number | null => {
  const value = fields[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

const listIn = (fields: Fields, name: string): Fields[] => {
  const value = fields[name]
  return Array.isArray(value) ? value.filter(isFields) : []
}

const missing = (what: string) => new BankFault('CHANGED', `${what} is missing in the answer`)

type Place = 'description' | 'input' | 'output'

const PLACES: readonly (readonly [RegExp, Place])[] = [
  [/^(题目|问题)?(描述|背景)$|^(problem )?(description|statement)$/i, 'description'],
  [/^(输入|输入格式|输入描述)$|^input( format)?$/i, 'input'],
  [/^(输出|输出格式|输出描述)$|^output( format)?$/i, 'output'],
]

const ORDER: readonly Place[] = ['description', 'input', 'output']

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join('\n\n')

/** Addresses of pictures and links that begin with a slash, made absolute. */
const absolute = (markdown: string, base: URL) =>
  markdown.replace(
    /(\]\()(\/[^)\s]*)/g,
    (_, start: string, path: string) => `${start}${new URL(path, base).href}`,
  )

/**
 * Sections by their titles; where no title is known, the first three are statement, input and output. Explanations of
 * samples and all other sections make the hint.
 */
function sectionsOf(sections: Fields[], base: URL): Pick<BankProblem, Place | 'hint'> {
  const read = { description: '', input: '', output: '', hint: '' }
  const texts = sections.filter((section) => textIn(section, 'type') !== 'Sample')
  const placeOf = (section: Fields) =>
    PLACES.find(([title]) => title.test(textIn(section, 'sectionTitle').trim()))?.[1]
  const isTitled = texts.some(placeOf)
  for (const section of sections) {
    const title = textIn(section, 'sectionTitle').trim()
    const text = absolute(textIn(section, 'text').trim(), base)
    const at = texts.indexOf(section)
    const place = at < 0 ? undefined : isTitled ? placeOf(section) : ORDER[at]
    if (text === '') continue
    if (place) read[place] = joined(read[place], text)
    else read.hint = joined(read.hint, title && `**${title}**`, text)
  }
  return read
}

/** Names of the files that a program reads and writes in the place of the standard streams. */
const fileNote = (judgeInfo: Fields, name: 'inputFilename' | 'outputFilename') => {
  const file = textIn(fieldsOf(judgeInfo.fileIo), name).replaceAll('`', '')
  return file && `File: \`${file}\``
}

/** The largest limit of the cases; they, subtasks and the problem itself may name one. Null: none does. */
function limitIn(judgeInfo: Fields, name: 'timeLimit' | 'memoryLimit'): number | null {
  const within = (fields: Fields, outer: number | null) => {
    const limit = numberIn(fields, name)
    return limit !== null && limit > 0 ? limit : outer
  }
  const whole = within(judgeInfo, null)
  const limits = listIn(judgeInfo, 'subtasks')
    .flatMap((subtask) => listIn(subtask, 'testcases').map((one) => within(one, within(subtask, whole))))
    .filter((limit) => limit !== null)
  return limits.length > 0 ? limits.reduce((one, other) => Math.max(one, other)) : whole
}

/** The answer of `getProblem`. `base` is the address of the problem's page. Throws CHANGED and NO_PROBLEM. */
export function readProblemAnswer(answer: unknown, base: URL): BankProblem {
  const fields = fieldsOf(answer)
  const error = textIn(fields, 'error')
  if (error !== '') throw new BankFault('NO_PROBLEM', error)
  const type = textIn(fieldsOf(fields.meta), 'type')
  if (type === 'SubmitAnswer')
    throw new BankFault('NO_PROBLEM', 'the problem takes files with answers, not code')
  const content = fieldsOf(fields.localizedContentsOfLocale)
  const judgeInfo = fieldsOf(fields.judgeInfo)
  const title = textIn(content, 'title').trim()
  if (title === '') throw missing('the title')
  const timeMs = limitIn(judgeInfo, 'timeLimit')
  if (timeMs === null) throw missing('the time limit')
  const memoryMb = limitIn(judgeInfo, 'memoryLimit')
  if (memoryMb === null) throw missing('the memory limit')
  const sections = sectionsOf(listIn(content, 'contentSections'), base)
  if (joined(sections.description, sections.input) === '') throw missing('the statement')
  return {
    ...sections,
    input: joined(fileNote(judgeInfo, 'inputFilename'), sections.input),
    output: joined(fileNote(judgeInfo, 'outputFilename'), sections.output),
    title,
    locale: textIn(content, 'locale') === 'en_US' ? 'en-US' : 'zh-CN',
    timeMs: Math.round(timeMs),
    memoryMb: Math.max(1, Math.round(memoryMb)),
    samples: listIn(fields, 'samples').map((sample) => ({
      input: textIn(sample, 'inputData'),
      output: textIn(sample, 'outputData'),
    })),
    tags: listIn(fields, 'tagsOfLocale')
      .map((tag) => textIn(tag, 'name').trim())
      .filter((name) => name !== ''),
    url: base.href,
    origin: '',
    languageIds: null,
    pdf: null,
  }
}

/** The number that the API knows a problem by, which is not the one on its page. */
export function internalIdOf(answer: unknown): number {
  const fields = fieldsOf(answer)
  const error = textIn(fields, 'error')
  if (error !== '') throw new BankFault('NO_PROBLEM', error)
  const id = numberIn(fieldsOf(fields.meta), 'id')
  if (id === null) throw missing('the id of the problem')
  return id
}
