/** State of a problem list in its address; the parameter names are those of the specification. */
import type { ProblemListPageQuery } from '../../../__generated__/ProblemListPageQuery.graphql.ts'
import { listAddress, numbers, oneOf, text } from '../../../relay/list/listAddress.ts'
import { BANK_KEYS, OWN_BANK } from '../../bank/banks.ts'
import type { Place } from '../../group/place.ts'
import { problemsHref } from '../addresses.ts'

export const DIFFICULTIES = ['EASY', 'MID', 'HARD'] as const
export const PROGRESSES = ['SOLVED', 'TRIED', 'UNTRIED'] as const
export const SCORINGS = ['ACM', 'OI'] as const

/** `Mine`: the site's own bank; then other judges. */
export const BANKS = ['Mine', ...BANK_KEYS] as const

export const problemList = (place: Place) =>
  listAddress(
    problemsHref(place),
    {
      keyword: text('keyword', 100),
      difficulty: oneOf('difficulty', DIFFICULTIES, 'index'),
      scoring: oneOf('type', SCORINGS),
      progress: oneOf('progress', PROGRESSES),
      bank: oneOf('oj', BANKS),
      tags: numbers('tagId', 20),
    },
    { size: place === null ? 30 : 10 },
  )

/** Key of the chosen bank; null: all. */
export const bankOf = (bank: (typeof BANKS)[number] | null): string | null =>
  bank === 'Mine' ? OWN_BANK : bank

export type ProblemList = ReturnType<ReturnType<typeof problemList>['read']>

/** Variables of the list of a place. */
export function problemListVariables(
  place: Place,
  search: URLSearchParams,
): ProblemListPageQuery['variables'] {
  const address = problemList(place)
  const list = address.read(search)
  const { keyword, difficulty, scoring, progress, bank, tags } = list
  return {
    ...(place !== null && { groupNumber: place }),
    keyword: keyword || null,
    difficulty,
    scoring,
    progress,
    bank: bankOf(bank),
    tags: tags.length > 0 ? tags : null,
    ...address.rows(list),
  }
}
