import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { RankPageQuery } from '../../__generated__/RankPageQuery.graphql.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { boardPath } from './boardPath.ts'
import { LiveScoreboard } from './LiveScoreboard.tsx'
import { OrganiserTools } from './OrganiserTools.tsx'
import { RevealButton } from './reveal/RevealButton.tsx'

/** Scoreboard tab of a contest. */
export function RankPage({ queryRef }: PageProps<RankPageQuery>) {
  const { t } = useTranslation()
  const data = usePreloadedQuery<RankPageQuery>(
    graphql`
      query RankPageQuery($number: Int!) {
        contest(number: $number) {
          number
          title
          type
          status
          takesLate
          boardIsOpen
          canManage
          canReveal
          freezesAt
          thawsAt
        }
        viewer {
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  const contest = found(data.contest)
  const { canManage, canReveal, boardIsOpen } = contest
  const username = data.viewer?.user.username ?? null
  return (
    <LiveScoreboard contest={contest} reader={{ username, canManage }}>
      {canManage && <OrganiserTools contest={contest} />}
      {canReveal && !canManage && <RevealButton number={contest.number} />}
      {(boardIsOpen || canManage) && (
        <Button
          variant="outlined"
          startIcon={<Icon name="expand" />}
          href={`${boardPath(contest)}?projector=true`}
          target="_blank"
        >
          {t('scoreboard:projector')}
        </Button>
      )}
    </LiveScoreboard>
  )
}
