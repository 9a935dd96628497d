import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { StatementTabs_problem$key } from '../../../__generated__/StatementTabs_problem.graphql.ts'
import { askedToLogin } from '../../../app/session/guards.ts'
import { Icon, type IconName } from '../../../ui/controls/Icon.tsx'
import { Tabs } from '../../../ui/controls/Tabs.tsx'
import { Tip } from '../../../ui/feedback/Tip.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { PROBLEM_TABS, type ProblemPlace, type ProblemTab, problemHref } from '../problemTabs.ts'
import { CountBadge } from './CountBadge.tsx'

type Props = { place: ProblemPlace; problem: StatementTabs_problem$key }

/** Id of the panel of a tab. */
export const statementPanel = (tab: ProblemTab) => `statement-${tab}`

function useTabs({ place, problem }: Props) {
  const navigate = useNavigate()
  const { annexes, mine } = useFragment(
    graphql`
      fragment StatementTabs_problem on ProblemSheet {
        annexes {
          id
        }
        mine: viewerSubmissions(first: 1) {
          totalCount
        }
      }
    `,
    problem,
  )
  const counts: Record<ProblemTab, number> = {
    description: 0,
    submissions: mine.totalCount,
    annex: annexes.length,
  }
  const go = (tab: ProblemTab) => {
    if (tab === 'submissions' && askedToLogin()) return
    void navigate(problemHref(place, { tab }), { replace: true, preventScrollReset: true })
  }
  return { counts, go }
}

/** Tabs for description, own submissions and attachments, and the focus mode button. */
export function StatementTabs(props: Props) {
  const { t } = useTranslation()
  const { place } = props
  const { counts, go } = useTabs(props)
  const focus = t(place.full ? 'problem:page.leaveFocus' : 'problem:page.focus')
  return (
    <Box
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pl: 4,
        pr: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Tabs
        label={t('problem:page.tabs')}
        value={place.tab}
        tabs={PROBLEM_TABS.map((tab) => ({
          value: tab,
          id: `tab-${tab}`,
          panel: place.tab === tab ? statementPanel(tab) : undefined,
          label: (
            <>
              {t(`problem:tab.${tab}`)}
              <CountBadge count={counts[tab]} />
            </>
          ),
        }))}
        onChange={go}
      />
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        <Tip title={focus}>
          <IconButton
            size="small"
            href={problemHref(place, { full: !place.full, page: place.page })}
            aria-label={focus}
          >
            <Icon name={place.full ? 'collapse' : 'expand'} />
          </IconButton>
        </Tip>
      </Box>
    </Box>
  )
}

const LINK_ICON: Record<Exclude<ProblemTab, 'description'>, IconName> = { submissions: 'list', annex: 'file' }

/** The same tabs on a phone, as links of the statement. */
export function StatementLinks(props: Props) {
  const { t } = useTranslation()
  const { counts, go } = useTabs(props)
  return (['submissions', 'annex'] as const).map(
    (tab) =>
      (tab === 'submissions' || counts[tab] > 0) && (
        <Link
          key={tab}
          component="button"
          type="button"
          onClick={() => go(tab)}
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, typography: 'dense' }}
        >
          <Icon name={LINK_ICON[tab]} size={14} />
          {counts[tab] > 0
            ? t('problem:page.counted', { name: t(`problem:tab.${tab}`), count: counts[tab] })
            : t(`problem:tab.${tab}`)}
        </Link>
      ),
  )
}
