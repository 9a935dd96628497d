import Box from '@mui/material/Box'
import { type ReactNode, useMemo } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { ScrollBoardPageQuery } from '../../../__generated__/ScrollBoardPageQuery.graphql.ts'
import { useTitle } from '../../../app/title.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useBothSides } from '../useBothSides.ts'
import { RevealStage } from './RevealStage.tsx'
import { planReveal, type Reveal, type RevealData } from './reveal.ts'
import { revealAwards } from './revealAwards.ts'

/** Final reveal of a contest, from the results at the time the page was opened. */
export function ScrollBoardPage({ queryRef }: PageProps<ScrollBoardPageQuery>) {
  const { t } = useTranslation()
  const data = usePreloadedQuery<ScrollBoardPageQuery>(
    graphql`
      query ScrollBoardPageQuery($number: Int!) {
        contest(number: $number) {
          number
          title
          canReveal
        }
      }
    `,
    queryRef,
  )
  const contest = found(data.contest)
  const { number, title, canReveal } = contest
  useTitle(`${t('scoreboard:scroll.title')}: ${title}`)
  const { plan, failure, retry } = useReveal(canReveal ? number : null)
  if (failure)
    return (
      <Note title={title}>
        <ErrorState title={t('scoreboard:failed')} retry={t('scoreboard:retry')} onRetry={retry} />
      </Note>
    )
  if (canReveal && !plan) return <Note title={title} />
  if (!plan || plan.reveal === null)
    return (
      <Note title={title}>
        <EmptyState title={t('scoreboard:scroll.notYet')} text={t('scoreboard:scroll.notYetText')} />
      </Note>
    )
  return <RevealStage title={title} reveal={plan.reveal} head={plan.data.final.head} />
}

const Note = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Box sx={{ maxWidth: 960, mx: 'auto', px: { xs: 4, md: 6 }, py: 6 }}>
    <Box component="h1" sx={{ typography: 'h1', mb: 4 }}>
      {title}
    </Box>
    {children}
  </Box>
)

type Plan = { data: RevealData; reveal: Reveal | null }

/**
 * The reveal from the frozen to the final board, with the medals of the address. Its `reveal` is null when
 * nothing is frozen.
 */
function useReveal(number: number | null) {
  const [search] = useSearchParams()
  const { data, failure, retry } = useBothSides(number)
  const wished = search.toString()
  const plan = useMemo((): Plan | null => {
    if (!data) return null
    const said = new URLSearchParams(wished)
    const withoutStars = said.get('removeStar') === 'true'
    const awards = revealAwards(data.final, said.getAll('medals[]'))
    const reveal = data.sealed.head.isSealed ? planReveal(data, { awards, withoutStars }) : null
    return { data: { ...data, final: { ...data.final, head: { ...data.final.head, ...awards } } }, reveal }
  }, [data, wished])
  return { plan, failure, retry }
}
