import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { Suspense, useEffect, useId, useState } from 'react'
import { graphql, useFragment, useLazyLoadQuery } from 'react-relay'
import { useLocation } from 'react-router-dom'
import type { LessonTree_query$key } from '../../__generated__/LessonTree_query.graphql.ts'
import type { LessonTreeBranchQuery } from '../../__generated__/LessonTreeBranchQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { LessonItem, type ListedLesson, ROW_HEIGHT } from './LessonItem.tsx'
import { useLessonTree } from './treeContext.ts'

const CreateLesson = lazyPart(async () => (await import('./admin/CreateLesson.tsx')).CreateLesson)

/** The contents: roots at once, other nodes when their parent is expanded. Under 1200 px they fold. */
export function LessonTree(props: { query: LessonTree_query$key }) {
  const { t } = useTranslation()
  const { key } = useLocation()
  const { manages } = useLessonTree()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const { learningProgress, lessons } = useFragment(
    graphql`
      fragment LessonTree_query on Query {
        learningProgress {
          lessonCount
          doneCount
        }
        lessons {
          id
          ...LessonItem_lesson
        }
      }
    `,
    props.query,
  )
  // A phone shows the lesson that was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: folds when another page opens
  useEffect(() => setOpen(false), [key])
  const { lessonCount, doneCount } = learningProgress
  return (
    <Paper
      component="nav"
      variant="outlined"
      aria-labelledby={`${id}-title`}
      sx={{
        p: { xs: 3, lg: 4 },
        position: { lg: 'sticky' },
        top: { lg: 68 },
        maxHeight: { lg: 'calc(100dvh - 84px)' },
        overflowY: { lg: 'auto' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32 }}>
        <Box component="h2" id={`${id}-title`} sx={{ typography: 'h3', flex: 1 }}>
          {t('lesson:tree.title')}
        </Box>
        <Box
          component="span"
          role="img"
          aria-label={t('lesson:tree.progress', { done: doneCount, count: lessonCount })}
          sx={{ typography: 'dense', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          <Box component="b" sx={{ color: 'text.primary', fontWeight: 600 }}>
            {doneCount}
          </Box>
          {` / ${lessonCount}`}
        </Box>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          onClick={() => setOpen(!isOpen)}
          endIcon={<Icon name={isOpen ? 'collapse' : 'expand'} />}
          sx={{ display: { lg: 'none' } }}
        >
          {t(isOpen ? 'lesson:tree.close' : 'lesson:tree.open')}
        </Button>
      </Box>
      <Box aria-hidden sx={{ height: 4, mt: 1, borderRadius: '2px', bgcolor: 'divider', overflow: 'hidden' }}>
        <Box
          sx={{
            height: 4,
            bgcolor: 'text.secondary',
            width: `${lessonCount > 0 ? (doneCount / lessonCount) * 100 : 0}%`,
          }}
        />
      </Box>
      <Box id={`${id}-list`} sx={{ display: { xs: isOpen ? 'block' : 'none', lg: 'block' }, mt: 3 }}>
        {lessons.length > 0 ? (
          <LessonRows lessons={lessons} parentId={null} depth={0} />
        ) : (
          <EmptyState
            title={t('lesson:tree.empty')}
            text={t(manages ? 'lesson:tree.emptyManager' : 'lesson:tree.emptyText')}
          />
        )}
        {manages && (
          <Button
            size="small"
            startIcon={<Icon name="plus" />}
            onClick={() => setAdding(true)}
            sx={{ mt: 2 }}
          >
            {t('lesson:admin.addRoot')}
          </Button>
        )}
      </Box>
      <Suspense>{isAdding && <CreateLesson parent={null} onClose={() => setAdding(false)} />}</Suspense>
    </Paper>
  )
}

type RowsProps = {
  lessons: readonly ({ readonly id: string } & ListedLesson)[]
  parentId: string | null
  depth: number
}

function LessonRows({ lessons, parentId, depth }: RowsProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {lessons.map((lesson, place) => (
        <LessonItem
          key={lesson.id}
          lesson={lesson}
          parentId={parentId}
          depth={depth}
          place={place}
          total={lessons.length}
          branch={({ childCount, ...parent }) => (
            <Section skeleton={<SkeletonRows rows={childCount} height={ROW_HEIGHT} />}>
              <LessonBranch {...parent} depth={depth + 1} />
            </Section>
          )}
        />
      ))}
    </Box>
  )
}

/** Children of an expanded node. */
function LessonBranch({ id, parentKey, depth }: { id: string; parentKey: string; depth: number }) {
  const { t } = useTranslation()
  const { stamp } = useLessonTree()
  const { lessons } = useLazyLoadQuery<LessonTreeBranchQuery>(
    graphql`
      query LessonTreeBranchQuery($parent: String!) {
        lessons(parent: $parent) {
          id
          ...LessonItem_lesson
        }
      }
    `,
    { parent: parentKey },
    { fetchPolicy: 'store-and-network', fetchKey: stamp },
  )
  if (lessons.length > 0) return <LessonRows lessons={lessons} parentId={id} depth={depth} />
  return (
    <Box sx={{ typography: 'dense', color: 'text.tertiary', py: 1, pl: 6 + depth * 4 }}>
      {t('lesson:tree.nothing')}
    </Box>
  )
}
