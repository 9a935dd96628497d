import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { LastHour_judging$key } from '../../__generated__/LastHour_judging.graphql.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'

/** Height of the tallest bar (px). */
const TALLEST = 112
/** Minutes that the current rate is averaged over. */
const RECENT = 10

/** Submissions judged in each minute of the last hour. */
export function LastHour({ judging }: { judging: LastHour_judging$key }) {
  const { t, i18n } = useTranslation()
  const { judgedPerMinute: minutes } = useFragment(
    graphql`
      fragment LastHour_judging on Judging {
        judgedPerMinute
      }
    `,
    judging,
  )
  const total = minutes.reduce((sum, judged) => sum + judged, 0)
  const recent = minutes.slice(-RECENT).reduce((sum, judged) => sum + judged, 0) / RECENT
  const rate = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(recent)
  const number = formatNumber(total, i18n.language)
  return (
    <>
      <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <Box
          component="b"
          sx={total > 0 ? { typography: 'verdict' } : { color: 'text.secondary', fontWeight: 400 }}
        >
          {total > 0 ? t('judging:hour.judged', { count: total, number }) : t('judging:hour.none')}
        </Box>
        {total > 0 && (
          <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('judging:hour.rate', { rate })}</Box>
        )}
      </Box>
      <Bars minutes={minutes} />
      <Figures minutes={minutes} />
    </>
  )
}

function Bars({ minutes }: { minutes: readonly number[] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...minutes)
  return (
    <Box aria-hidden sx={{ mt: 'auto', pt: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: '2px', height: TALLEST }}>
        {minutes.map((judged, at) => (
          <Box
            key={at}
            title={`${t('judging:hour.ago', { count: minutes.length - 1 - at })}: ${judged}`}
            sx={{
              flex: 1,
              minWidth: 0,
              height: judged > 0 ? Math.max(3, (judged / most) * TALLEST) : 2,
              borderRadius: '1px',
              bgcolor: judged > 0 ? 'verdict.AC.solid' : 'line.subtle',
            }}
          />
        ))}
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          mt: 1,
          typography: 'caption',
          color: 'text.tertiary',
        }}
      >
        <span>{t('judging:hour.start')}</span>
        <span>{t('judging:hour.now')}</span>
      </Box>
    </Box>
  )
}

/** The same as a table for screen readers: only minutes with judged submissions. */
function Figures({ minutes }: { minutes: readonly number[] }) {
  const { t } = useTranslation()
  const rows = minutes.map((judged, at) => ({ ago: minutes.length - 1 - at, judged }))
  return (
    // A table ignores its height, so the box around it is hidden instead.
    <Box sx={visuallyHidden}>
      <table>
        <caption>{t('judging:hour.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('judging:hour.minute')}</th>
            <th scope="col">{t('judging:hour.count')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ judged }) => judged > 0)
            .map(({ ago, judged }) => (
              <tr key={ago}>
                <th scope="row">{t('judging:hour.ago', { count: ago })}</th>
                <td>{judged}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Box>
  )
}
