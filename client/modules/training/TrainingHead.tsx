import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { TrainingHead_training$key } from '../../__generated__/TrainingHead_training.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Sentence } from '../../ui/text/Sentence.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { TagChip } from '../problem/list/TagChip.tsx'
import { UserLink } from '../user/UserLink.tsx'
import { trainingsHref } from './addresses.ts'
import { editHref } from './admin/managedTrainings.ts'
import { HomeworkTimes } from './homework/HomeworkTimes.tsx'
import { TrainingAccessMark } from './marks.tsx'
import { TrainingRail } from './TrainingRail.tsx'

const MARK = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1.25,
  typography: 'dense',
} as const

/** Heading of a training: title, access, category, author, and the viewer's progress where they may see the problems. */
export function TrainingHead(props: { training: TrainingHead_training$key }) {
  const { t } = useTranslation()
  const place = usePlace()
  const training = useFragment(
    graphql`
      fragment TrainingHead_training on Training {
        number
        title
        access
        isVisible
        problemCount
        viewerSolvedCount
        updatedAt
        lookBar
        viewerCanManage
        category {
          number
          name
          color
        }
        owner {
          ...UserLink_user
        }
        ...TrainingRail_training
        ...HomeworkTimes_training
      }
    `,
    props.training,
  )
  const { title, access, problemCount, viewerSolvedCount, category, lookBar } = training
  return (
    <Box component="header" sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 6, rowGap: 2 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, mb: 1 }}
          >
            <TrainingAccessMark access={access} />
            {!training.isVisible && (
              <Box component="span" sx={{ ...MARK, color: 'text.secondary' }}>
                <Icon name="eyeOff" size={14} />
                {t('training:hidden')}
              </Box>
            )}
            <TagChip
              name={category.name}
              color={category.color}
              href={`${trainingsHref(place)}?categoryId=${category.number}`}
            />
            <Box
              component="span"
              sx={{ typography: 'dense', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
            >
              {`${t('training:problemCount', { count: problemCount })} · `}
              <Sentence
                say={(when = '') => t('training:updated', { when })}
                parts={[<RelativeTime key="when" at={training.updatedAt} />]}
              />
            </Box>
            {training.viewerCanManage && (
              <Link href={editHref(place, training.number)} sx={MARK}>
                <Icon name="settings" size={14} />
                {t('training:edit')}
              </Link>
            )}
          </Box>
          <Box component="h1" sx={{ typography: 'h1', overflowWrap: 'anywhere', mb: 1 }}>
            {title}
          </Box>
          <UserLink user={training.owner} size={24} />
        </Box>
        {!lookBar && (
          <Box sx={{ color: 'text.tertiary', typography: 'dense', textAlign: 'right' }}>
            {t('training:solved')}
            <Box sx={{ fontVariantNumeric: 'tabular-nums', typography: 'h2', fontWeight: 400 }}>
              <Box component="b" sx={{ typography: 'clock', color: 'text.primary' }}>
                {viewerSolvedCount}
              </Box>
              {` / ${problemCount}`}
            </Box>
          </Box>
        )}
      </Box>
      <HomeworkTimes training={training} />
      {!lookBar && <TrainingRail training={training} />}
    </Box>
  )
}
