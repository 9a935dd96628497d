import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { Shares_languages$key } from '../../__generated__/Shares_languages.graphql.ts'
import type { Shares_tags$key } from '../../__generated__/Shares_tags.graphql.ts'
import type { Shares_verdicts$key } from '../../__generated__/Shares_verdicts.graphql.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { verdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { HomeCard } from './UserHomeFrame.tsx'

type Share = { key: string; name: ReactNode; count: number; color: string }

type Props = { id: string; title: string; end: string; shares: readonly Share[] }

/** Counts as horizontal bars, most first; nothing while there are none. */
function Shares({ id, title, end, shares }: Props) {
  const { i18n } = useTranslation()
  if (shares.length === 0) return null
  const most = Math.max(...shares.map(({ count }) => count))
  return (
    <HomeCard
      id={id}
      title={title}
      end={
        <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {end}
        </Box>
      }
    >
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'fit-content(62%) minmax(40px,1fr) auto',
          alignItems: 'center',
          columnGap: 3,
          rowGap: 1.5,
          typography: 'dense',
          '& > div': { display: 'contents' },
        }}
      >
        {shares.map(({ key, name, count, color }) => (
          <div key={key}>
            <Box
              component="dt"
              sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {name}
            </Box>
            <Box component="dd" aria-hidden sx={{ m: 0, height: 6, borderRadius: 1, bgcolor: 'line.subtle' }}>
              <Box
                sx={{
                  height: '100%',
                  minWidth: 6,
                  width: `${(count / most) * 100}%`,
                  borderRadius: 1,
                  bgcolor: color,
                  forcedColorAdjust: 'none',
                }}
              />
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
              {formatNumber(count, i18n.language)}
            </Box>
          </div>
        ))}
      </Box>
    </HomeCard>
  )
}

/** Solved problems by tag. */
export function TagShares({ home }: { home: Shares_tags$key }) {
  const { t } = useTranslation()
  const { solvedByTag } = useFragment(
    graphql`
      fragment Shares_tags on UserHome {
        solvedByTag {
          name
          solved
        }
      }
    `,
    home,
  )
  const shares = solvedByTag.map(({ name, solved }) => ({
    key: name,
    name,
    count: solved,
    color: 'verdict.AC.solid',
  }))
  return <Shares id="tags" title={t('userHome:tags.title')} end={t('userHome:tags.unit')} shares={shares} />
}

/** Submissions by verdict. */
export function VerdictShares({ home }: { home: Shares_verdicts$key }) {
  const { t } = useTranslation()
  const { verdicts } = useFragment(
    graphql`
      fragment Shares_verdicts on UserHome {
        verdicts {
          verdict
          count
        }
      }
    `,
    home,
  )
  const shares = verdicts.map(({ verdict, count }) => ({
    key: verdict,
    name: <Verdict verdict={verdict} />,
    count,
    color: `verdict.${verdictCode(verdict)}.solid`,
  }))
  return (
    <Shares id="verdicts" title={t('userHome:verdicts')} end={t('userHome:submissions')} shares={shares} />
  )
}

/** Submissions by language. */
export function LanguageShares({ home }: { home: Shares_languages$key }) {
  const { t } = useTranslation()
  const { languages } = useFragment(
    graphql`
      fragment Shares_languages on UserHome {
        languages {
          languageName
          count
        }
      }
    `,
    home,
  )
  const shares = languages.map(({ languageName, count }) => ({
    key: languageName,
    name: languageName,
    count,
    color: 'text.tertiary',
  }))
  return (
    <Shares id="languages" title={t('userHome:languages')} end={t('userHome:submissions')} shares={shares} />
  )
}
