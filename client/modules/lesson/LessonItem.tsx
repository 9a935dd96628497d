import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { type ReactNode, Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { LessonItem_lesson$key } from '../../__generated__/LessonItem_lesson.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { learnHref } from './addresses.ts'
import { DoneMark } from './DoneMark.tsx'
import { nameOf } from './nameOf.ts'
import { useLessonTree } from './treeContext.ts'

const LessonActs = lazyPart(async () => (await import('./admin/LessonActs.tsx')).LessonActs)

export type ListedLesson = LessonItem_lesson$key

/** Height (px) of a node of the contents, without those beneath it. */
export const ROW_HEIGHT = { xs: 40, md: 32 }

type Props = {
  lesson: LessonItem_lesson$key
  /** Global id of the node above; null: it is a root. */
  parentId: string | null
  /** Levels above it. */
  depth: number
  /** Index among its siblings, from 0. */
  place: number
  /** Number of siblings, itself included. */
  total: number
  /** Draws the nodes beneath it. */
  branch: (parent: { id: string; parentKey: string; childCount: number }) => ReactNode
}

/** A node of the contents. */
export function LessonItem({ parentId, depth, place, total, branch, ...props }: Props) {
  const { t } = useTranslation()
  const { current, expanded, setExpanded, manages } = useLessonTree()
  const lesson = useFragment(
    graphql`
      fragment LessonItem_lesson on Lesson {
        id
        key
        title
        isGroup
        childCount
        lessonCount
        viewerDoneCount
        viewerIsDone
      }
    `,
    props.lesson,
  )
  const { id, key, isGroup, childCount, lessonCount, viewerDoneCount, viewerIsDone } = lesson
  const name = nameOf(lesson)
  const isOpen = expanded.has(id)
  const isCurrent = current !== null && current.toLowerCase() === key.toLowerCase()
  const done = isGroup ? lessonCount > 0 && viewerDoneCount === lessonCount : viewerIsDone
  return (
    <Box component="li" data-lesson={key}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: ROW_HEIGHT,
          pl: depth * 4,
          borderRadius: 1,
          bgcolor: isCurrent ? 'action.selected' : undefined,
          boxShadow: isCurrent ? ({ vars }) => `inset 2px 0 ${vars.palette.accent.fg}` : undefined,
          '&:hover': { bgcolor: isCurrent ? 'action.selected' : 'action.hover' },
        }}
      >
        {childCount > 0 ? (
          <IconButton
            size="small"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'lesson:tree.collapse' : 'lesson:tree.expand', { name })}
            onClick={() => setExpanded(id, !isOpen)}
            sx={{ width: 24, height: 24, flex: 'none' }}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={12} />
          </IconButton>
        ) : (
          <Box sx={{ width: 24, flex: 'none' }} />
        )}
        <DoneMark done={done} partly={viewerDoneCount > 0} />
        <Link
          href={learnHref(key)}
          underline="none"
          title={name}
          aria-current={isCurrent ? 'page' : undefined}
          sx={{
            flex: 1,
            minWidth: 0,
            py: { xs: 2, md: 1 },
            typography: 'dense',
            fontWeight: isCurrent ? 600 : 400,
            color: 'text.primary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {name}
        </Link>
        {childCount > 0 && lessonCount > 0 && (
          <Box
            component="span"
            role="img"
            aria-label={t('lesson:tree.progress', { done: viewerDoneCount, count: lessonCount })}
            sx={{
              flex: 'none',
              pr: 1,
              typography: 'caption',
              color: 'text.secondary',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {`${viewerDoneCount} / ${lessonCount}`}
          </Box>
        )}
        {manages && (
          <Suspense fallback={<Box sx={{ width: 56 }} />}>
            <LessonActs {...{ id, name, parentId, place, total }} lessonKey={key} />
          </Suspense>
        )}
      </Box>
      {isOpen && childCount > 0 && branch({ id, parentKey: key, childCount })}
    </Box>
  )
}
