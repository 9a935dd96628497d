import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { LatestRejudging_rejudging$key } from '../../../__generated__/LatestRejudging_rejudging.graphql.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Result of the last rejudging of a contest problem, linked to its page. */
export function LatestRejudging(props: { rejudging: LatestRejudging_rejudging$key }) {
  const { t } = useTranslation()
  const { number, hold, decidedAt, operation } = useFragment(
    graphql`
      fragment LatestRejudging_rejudging on Rejudging {
        number
        hold
        decidedAt
        operation {
          state
        }
      }
    `,
    props.rejudging,
  )
  const isJudged = hold !== 'WAITING' || operation.state === 'DONE'
  return (
    <Link
      href={`/rejudging/${number}`}
      title={decidedAt ? formatDateTime(decidedAt) : undefined}
      color={hold === 'WAITING' ? undefined : 'text.secondary'}
      sx={{ fontWeight: hold === 'WAITING' ? 600 : undefined }}
    >
      {isJudged ? t(`judging:held.state.${hold ?? 'APPLIED'}`) : t('judging:held.goesOn')}
    </Link>
  )
}
