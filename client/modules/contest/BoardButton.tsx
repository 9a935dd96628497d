import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { BoardButton_contest$key } from '../../__generated__/BoardButton_contest.graphql.ts'
import { leadsSomewhere } from '../../relay/preload.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useContestPhase } from './time/contestClock.ts'

/** Path of the public scoreboard, which needs no login. */
export const openBoardHref = ({ number, type }: { number: number; type: string }) =>
  `/contest/${type === 'ACM' ? 'acm' : 'oi'}-scoreboard/${number}`

/** Link to the public scoreboard; disabled before the start, when the board is empty. */
export function BoardButton(props: { contest: BoardButton_contest$key }) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment BoardButton_contest on Contest {
        number
        type
        title
        boardIsOpen
        startsAt
        freezesAt
        endsAt
        thawsAt
      }
    `,
    props.contest,
  )
  const { status } = useContestPhase(contest)
  const href = openBoardHref(contest)
  if (!contest.boardIsOpen || !leadsSomewhere(href)) return null
  const isComing = status === 'SCHEDULED'
  return (
    <Button
      size="small"
      disabled={isComing}
      href={isComing ? undefined : href}
      startIcon={<Icon name="chart" size={14} />}
      aria-label={t('contest:list.boardOf', { title: contest.title })}
    >
      {t('contest:list.board')}
    </Button>
  )
}
