import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useCallback, useEffect, useRef } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useOutletContext } from 'react-router-dom'
import type { LessonPageMutation } from '../../__generated__/LessonPageMutation.graphql.ts'
import type { LessonPageQuery } from '../../__generated__/LessonPageQuery.graphql.ts'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { CodeActionsContext } from '../../ui/markdown/codeActions.ts'
import { MarkdownTreeView } from '../../ui/markdown/Markdown.tsx'
import { formatCount, formatDate } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { learnHref } from './addresses.ts'
import { RunnableCode } from './code/RunnableCode.tsx'
import { runLanguageOf } from './code/runLanguage.ts'
import type { LearnOutlet } from './LearnFrame.tsx'
import { LessonDone } from './LessonDone.tsx'
import { LessonNeighbours } from './LessonNeighbours.tsx'
import { LessonProblems } from './LessonProblems.tsx'
import { nameOf } from './nameOf.ts'
import { LessonVideo } from './video/LessonVideo.tsx'

/** A lesson: video, article, problems to practise; of a group, its children. */
export function LessonPage({ queryRef }: PageProps<LessonPageQuery>) {
  const { t } = useTranslation()
  const { expand } = useOutletContext<LearnOutlet>()
  const data = usePreloadedQuery<LessonPageQuery>(
    graphql`
      query LessonPageQuery($key: String!) {
        languages {
          key
          name
          editorLanguage
        }
        lesson(key: $key) {
          id
          key
          title
          isGroup
          articleTree
          viewCount
          createdAt
          author {
            ...UserLink_user
          }
          path {
            id
            key
            title
          }
          children {
            id
            key
            title
          }
          ...LessonVideo_lesson
          ...LessonProblems_lesson
          ...LessonDone_lesson
          ...LessonNeighbours_lesson
        }
      }
    `,
    queryRef,
  )
  const lesson = found(data.lesson)
  const { languages } = data
  const { id, isGroup, articleTree, viewCount, createdAt, author, path, children } = lesson
  const name = nameOf(lesson)
  useTitle(name)
  useCountedView(id)
  const actions = useCallback(
    ({ code, language: fence }: { code: string; language: string }) => {
      const language = runLanguageOf(fence, languages)
      return language && <RunnableCode key={id} lessonId={id} language={language} source={code} />
    },
    [id, languages],
  )
  const open = [...path.map((one) => one.id), ...(children.length > 0 ? [id] : [])].join()
  useEffect(() => expand(open.split(',').filter(Boolean)), [open, expand])
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 4, lg: 6 },
        gridTemplateColumns: { xs: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 264px' },
        alignItems: 'start',
      }}
    >
      <Box component="article" aria-label={name} sx={{ minWidth: 0, maxWidth: 820 }}>
        <Crumbs path={path} />
        <Box component="h1" sx={{ typography: 'h1', overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        {!isGroup && (
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 4,
              rowGap: 1,
              mt: 2,
              typography: 'dense',
              color: 'text.secondary',
            }}
          >
            {author && <UserLink user={author} />}
            <Box
              component="span"
              title={t('lesson:views', { count: viewCount })}
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                gap: 1,
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              <Icon name="eye" size={14} />
              <span>{formatCount(viewCount)}</span>
            </Box>
            <Box component="time" dateTime={createdAt} sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatDate(createdAt)}
            </Box>
          </Box>
        )}
        <LessonVideo key={id} lesson={lesson} />
        {!isGroup && (
          <Box sx={{ mt: 5 }}>
            <CodeActionsContext value={actions}>
              <MarkdownTreeView tree={articleTree} />
            </CodeActionsContext>
          </Box>
        )}
        {isGroup && <Children lessons={children} />}
        {!isGroup && <LessonDone lesson={lesson} />}
        <LessonNeighbours lesson={lesson} />
      </Box>
      <LessonProblems lesson={lesson} />
    </Box>
  )
}

type Named = { readonly id: string; readonly key: string; readonly title: string }

function Crumbs({ path }: { path: readonly Named[] }) {
  const { t } = useTranslation()
  return (
    <Box
      component="nav"
      aria-label={t('lesson:crumbs')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5, typography: 'dense' }}
    >
      <Link href={learnHref()} color="text.secondary">
        {t('lesson:title')}
      </Link>
      {path.map((one) => (
        <Box key={one.id} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          <Box component="span" sx={{ display: 'inline-flex', color: 'text.tertiary' }}>
            <Icon name="right" size={12} />
          </Box>
          <Link href={learnHref(one.key)} color="text.secondary">
            {nameOf(one)}
          </Link>
        </Box>
      ))}
    </Box>
  )
}

/** The nodes beneath a group. */
function Children({ lessons }: { lessons: readonly Named[] }) {
  const { t } = useTranslation()
  if (lessons.length === 0) return <Box sx={{ mt: 4, color: 'text.secondary' }}>{t('lesson:groupEmpty')}</Box>
  return (
    <Box component="ol" aria-label={t('lesson:group')} sx={{ mt: 4, listStyle: 'none', p: 0 }}>
      {lessons.map((one) => (
        <Box component="li" key={one.id} sx={{ borderTop: 1, borderColor: 'divider' }}>
          <Link href={learnHref(one.key)} color="text.primary" sx={{ display: 'block', py: 2.5 }}>
            {nameOf(one)}
          </Link>
        </Box>
      ))}
    </Box>
  )
}

/** Counts a view when a lesson is opened. */
function useCountedView(id: string) {
  const [view] = useMutation<LessonPageMutation>(
    graphql`
      mutation LessonPageMutation($input: ViewLessonInput!) {
        viewLesson(input: $input) {
          id
          viewCount
        }
      }
    `,
    { quiet: true },
  )
  const counted = useRef<string | null>(null)
  useEffect(() => {
    if (counted.current === id) return
    counted.current = id
    void view({ input: { id } })
  }, [id, view])
}
