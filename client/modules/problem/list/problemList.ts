/** State of a problem list in its address; the parameter names are those of the specification. */
import type { ProblemListPageQuery } from '../../../__generated__/ProblemListPageQuery.graphql.ts'
import { listAddress, numbers, oneOf, text } from '../../../relay/list/listAddress.ts'

export const DIFFICULTIES = ['EASY', 'MID', 'HARD'] as const
export const PROGRESSES = ['SOLVED', 'TRIED', 'UNTRIED'] as const

export const problemList = listAddress(
  '/problem',
  {
    keyword: text('keyword', 100),
    difficulty: oneOf('difficulty', DIFFICULTIES, 'index'),
    progress: oneOf('progress', PROGRESSES),
    tags: numbers('tagId', 20),
  },
  { size: 30 },
)

export type ProblemList = ReturnType<typeof problemList.read>

export function problemListVariables(search: URLSearchParams): ProblemListPageQuery['variables'] {
  const list = problemList.read(search)
  const { keyword, difficulty, progress, tags } = list
  return {
    keyword: keyword || null,
    difficulty,
    progress,
    tags: tags.length > 0 ? tags : null,
    ...problemList.rows(list),
  }
}
