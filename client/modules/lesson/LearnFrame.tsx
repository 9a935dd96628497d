import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useCallback, useMemo, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { Outlet, useParams } from 'react-router-dom'
import type { LearnFrameQuery } from '../../__generated__/LearnFrameQuery.graphql.ts'
import type { PageProps } from '../../relay/page.tsx'
import { PageFrame } from '../../ui/layout/PageFrame.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { LessonTree } from './LessonTree.tsx'
import { LessonTreeContext, type LessonTreeState } from './treeContext.ts'
import { useLessonsLive } from './useLessonsLive.ts'

const COLUMNS = {
  display: 'grid',
  gap: { xs: 4, lg: 6 },
  gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: '264px minmax(0,1fr)' },
  alignItems: 'start',
} as const

/** What the frame gives to its pages. */
export type LearnOutlet = {
  /** Expands nodes of the contents. */
  expand: (ids: readonly string[]) => void
}

/** The contents of the learning centre, and beside them the open lesson. */
export function LearnFrame({ queryRef }: PageProps<LearnFrameQuery>) {
  const { t } = useTranslation()
  const { noteID = null } = useParams()
  const query = usePreloadedQuery<LearnFrameQuery>(
    graphql`
      query LearnFrameQuery {
        viewerCanManageLessons
        ...LessonTree_query
      }
    `,
    queryRef,
  )
  const stamp = useLessonsLive()
  const [expanded, setAll] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const manages = query.viewerCanManageLessons
  const setExpanded = useCallback(
    (id: string, isExpanded: boolean) =>
      setAll((ids) => new Set(isExpanded ? [...ids, id] : [...ids].filter((other) => other !== id))),
    [],
  )
  const expand = useCallback(
    (ids: readonly string[]) =>
      setAll((all) => (ids.every((id) => all.has(id)) ? all : new Set([...all, ...ids]))),
    [],
  )
  const state = useMemo<LessonTreeState>(
    () => ({ current: noteID, expanded, setExpanded, stamp, manages, onSay: setSaid }),
    [noteID, expanded, setExpanded, stamp, manages],
  )
  const outlet = useMemo<LearnOutlet>(() => ({ expand }), [expand])
  return (
    <PageFrame>
      <Box sx={COLUMNS}>
        <LessonTreeContext value={state}>
          <LessonTree query={query} />
        </LessonTreeContext>
        <Box sx={{ minWidth: 0 }}>
          <Outlet context={outlet} />
        </Box>
      </Box>
      <Box role="status" aria-label={t('lesson:tree.title')} sx={visuallyHidden}>
        {said}
      </Box>
    </PageFrame>
  )
}

export const LearnFrameSkeleton = () => (
  <PageFrame>
    <Box sx={COLUMNS}>
      <Skeleton variant="rounded" sx={{ height: { xs: 48, lg: 360 } }} />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Skeleton width="50%" height={32} />
        <Skeleton
          variant="rounded"
          sx={{ width: '100%', maxWidth: 820, height: 'auto', aspectRatio: '16 / 9' }}
        />
      </Box>
    </Box>
  </PageFrame>
)
