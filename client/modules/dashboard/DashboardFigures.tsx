import { graphql, useFragment } from 'react-relay'
import type { DashboardFigures_dashboard$key } from '../../__generated__/DashboardFigures_dashboard.graphql.ts'
import type { DashboardFiguresSubscription } from '../../__generated__/DashboardFiguresSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { formatLength, formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { DashboardFigure } from './DashboardFrame.tsx'

/** Live figures of the site. */
export function DashboardFigures({ dashboard }: { dashboard: DashboardFigures_dashboard$key }) {
  const { t, i18n } = useTranslation()
  const { userCount, usersToday, problemCount, submissionsToday, acceptedToday, ...others } = useFragment(
    graphql`
      fragment DashboardFigures_dashboard on Dashboard {
        userCount
        usersToday
        problemCount
        submissionsToday
        acceptedToday
        recentContests
        storedBytes
        unheldBytes
      }
    `,
    dashboard,
  )
  useLive<DashboardFiguresSubscription>(
    graphql`
      subscription DashboardFiguresSubscription {
        dashboardChanged {
          ...DashboardFigures_dashboard
          ...DashboardServer_dashboard
        }
      }
    `,
    {},
  )
  const number = (value: number) => formatNumber(value, i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  return (
    <>
      <DashboardFigure
        label={t('dashboard:submissionsToday')}
        value={number(submissionsToday)}
        note={
          submissionsToday > 0
            ? t('dashboard:acceptedShare', { share: percent.format(acceptedToday / submissionsToday) })
            : t('dashboard:noneToday')
        }
      />
      <DashboardFigure label={t('dashboard:acceptedToday')} value={number(acceptedToday)} />
      <DashboardFigure
        label={t('dashboard:users')}
        value={number(userCount)}
        note={t('dashboard:newToday', { number: number(usersToday) })}
      />
      <DashboardFigure label={t('dashboard:problems')} value={number(problemCount)} />
      <DashboardFigure
        label={t('dashboard:contests')}
        value={number(others.recentContests)}
        note={t('dashboard:contestsNote')}
      />
      <DashboardFigure
        label={t('dashboard:storage')}
        value={formatLength(others.storedBytes)}
        note={
          others.unheldBytes > 0
            ? t('dashboard:unused', { size: formatLength(others.unheldBytes) })
            : t('dashboard:allUsed')
        }
      />
    </>
  )
}
