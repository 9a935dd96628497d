/** What a problem list shows, as its address says it: the names are those of the specification. */
import type { ProblemListPageQuery } from '../../__generated__/ProblemListPageQuery.graphql.ts'

export const PAGE_SIZE = 30
const MAX_SIZE = 100

export const DIFFICULTIES = ['EASY', 'MID', 'HARD'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]

export const PROGRESSES = ['SOLVED', 'TRIED', 'UNTRIED'] as const
export type Progress = (typeof PROGRESSES)[number]

export type ProblemList = {
  keyword: string
  difficulty: Difficulty | null
  progress: Progress | null
  tags: readonly number[]
  page: number
  size: number
}

const atLeastOne = (text: string | null, standard: number, most = Number.MAX_SAFE_INTEGER) => {
  const value = Math.trunc(Number(text))
  return Number.isFinite(value) && value >= 1 ? Math.min(value, most) : standard
}

function tagsOf(text: string | null): number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return []
    return [...new Set(value.map(Number))].filter((tag) => Number.isSafeInteger(tag) && tag > 0).slice(0, 20)
  } catch {
    return []
  }
}

/** Reads an address; whatever makes no sense in it counts as not said. */
export function readProblemList(search: URLSearchParams): ProblemList {
  const difficulty = DIFFICULTIES[Number(search.get('difficulty') || '-1')]
  return {
    keyword: (search.get('keyword') ?? '').slice(0, 100),
    difficulty: difficulty ?? null,
    progress: PROGRESSES.find((progress) => progress === search.get('progress')) ?? null,
    tags: tagsOf(search.get('tagId')),
    page: atLeastOne(search.get('currentPage'), 1),
    size: atLeastOne(search.get('limit'), PAGE_SIZE, MAX_SIZE),
  }
}

/** The address of a list; a change of what is listed begins at its first page. */
export function problemListHref(list: ProblemList, change: Partial<ProblemList> = {}): string {
  const next = { ...list, page: 1, ...change }
  const search = new URLSearchParams()
  if (next.keyword) search.set('keyword', next.keyword)
  if (next.difficulty) search.set('difficulty', String(DIFFICULTIES.indexOf(next.difficulty)))
  if (next.progress) search.set('progress', next.progress)
  if (next.tags.length > 0) search.set('tagId', JSON.stringify(next.tags))
  if (next.page > 1) search.set('currentPage', String(next.page))
  if (next.size !== PAGE_SIZE) search.set('limit', String(next.size))
  const text = search.toString()
  return text ? `/problem?${text}` : '/problem'
}

export const problemListVariables = (search: URLSearchParams): ProblemListPageQuery['variables'] => {
  const { keyword, difficulty, progress, tags, page, size } = readProblemList(search)
  return {
    keyword: keyword || null,
    difficulty,
    progress,
    tags: tags.length > 0 ? tags : null,
    first: size,
    offset: (page - 1) * size,
  }
}
