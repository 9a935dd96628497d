import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { EntryCause_entry$key } from '../../../__generated__/EntryCause_entry.graphql.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Why an entry of the ledger was made: its reason, and the problem, order or words behind it. */
export function EntryCause(props: { entry: EntryCause_entry$key }) {
  const { t } = useTranslation()
  const { reason, amount, note, orderNumber, problem } = useFragment(
    graphql`
      fragment EntryCause_entry on PointEntry {
        reason
        amount
        note
        orderNumber
        problem {
          displayId
          title
        }
      }
    `,
    props.entry,
  )
  const isCorrection = reason === 'SOLVED' && amount < 0
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2, minWidth: 0 }}>
      {isCorrection ? t('shop:corrected') : t(`shop:reason.${reason as 'GRANT'}`)}
      {reason === 'SOLVED' &&
        (problem ? (
          <Link
            href={`/problem/${encodeURIComponent(problem.displayId)}`}
            sx={{ minWidth: 0, overflowWrap: 'anywhere' }}
          >
            {problem.displayId} {problem.title}
          </Link>
        ) : (
          <Box component="span" sx={{ color: 'text.tertiary' }}>
            {t('shop:entry.problemGone')}
          </Box>
        ))}
      {orderNumber !== null && orderNumber !== undefined && (
        <Box component="span" sx={{ color: 'text.tertiary' }}>
          {t('shop:order.title', { number: orderNumber })}
        </Box>
      )}
      {note && (
        <Box component="span" sx={{ color: 'text.tertiary', overflowWrap: 'anywhere' }}>
          {note}
        </Box>
      )}
    </Box>
  )
}
