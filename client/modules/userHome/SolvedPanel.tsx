import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  SolvedPanel_home$data,
  SolvedPanel_home$key,
} from '../../__generated__/SolvedPanel_home.graphql.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { type Difficulty, DifficultySteps } from '../../ui/text/marks.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { HomeCard } from './UserHomeFrame.tsx'

const KEYS: Record<Difficulty, 'easy' | 'mid' | 'hard'> = { EASY: 'easy', MID: 'mid', HARD: 'hard' }

/** Problems of a difficulty that are shown at first. */
const FEW = 24

/** Solved public problems by difficulty. */
export function SolvedPanel({ home }: { home: SolvedPanel_home$key }) {
  const { t, i18n } = useTranslation()
  const { solvedByDifficulty: groups } = useFragment(
    graphql`
      fragment SolvedPanel_home on UserHome {
        solvedByDifficulty {
          difficulty
          total
          displayIds
        }
      }
    `,
    home,
  )
  const count = groups.reduce((sum, { displayIds }) => sum + displayIds.length, 0)
  return (
    <HomeCard
      id="solved"
      title={t('userHome:solved.title')}
      note={t('userHome:solved.note', { count, number: formatNumber(count, i18n.language) })}
    >
      {groups.map((group) => (
        <Group key={group.difficulty} group={group} />
      ))}
    </HomeCard>
  )
}

type SolvedGroup = SolvedPanel_home$data['solvedByDifficulty'][number]

function Group({ group: { difficulty, total, displayIds } }: { group: SolvedGroup }) {
  const { t, i18n } = useTranslation()
  const [whole, setWhole] = useState(false)
  const shown = whole ? displayIds : displayIds.slice(0, FEW)
  const rest = displayIds.length - shown.length
  const share = total > 0 ? displayIds.length / total : 0
  return (
    <Box sx={{ py: 3, '& + &': { borderTop: 1, borderColor: 'divider' }, '&:last-of-type': { pb: 0 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, typography: 'dense' }}>
        <DifficultySteps difficulty={difficulty} />
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', flex: 1 }}>
          <b>{formatNumber(displayIds.length, i18n.language)}</b>
          <Box component="span" sx={{ color: 'text.tertiary' }}>
            {` / ${formatNumber(total, i18n.language)}`}
          </Box>
        </Box>
        <Box
          aria-hidden
          sx={{ width: 120, height: 4, borderRadius: 0.5, bgcolor: 'line.subtle', overflow: 'hidden' }}
        >
          <Box
            sx={{ height: '100%', width: `${share * 100}%`, bgcolor: `difficulty.${KEYS[difficulty]}.solid` }}
          />
        </Box>
      </Box>
      {displayIds.length > 0 && (
        <Box
          component="ul"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 3,
            rowGap: 1,
            m: 0,
            mt: 2,
            p: 0,
            listStyle: 'none',
          }}
        >
          {shown.map((displayId) => (
            <Box component="li" key={displayId} sx={{ typography: 'code' }}>
              <Link href={`/problem/${encodeURIComponent(displayId)}`} color="text.secondary">
                {displayId}
              </Link>
            </Box>
          ))}
          {rest > 0 && (
            <li>
              <Button variant="text" size="small" onClick={() => setWhole(true)}>
                {t('userHome:solved.more', { count: rest })}
              </Button>
            </li>
          )}
        </Box>
      )}
    </Box>
  )
}
