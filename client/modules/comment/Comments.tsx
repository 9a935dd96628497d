import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useCallback, useMemo } from 'react'
import { commitLocalUpdate, graphql, useFragment, useRelayEnvironment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { Comments_comments$key } from '../../__generated__/Comments_comments.graphql.ts'
import type { CommentsMutation } from '../../__generated__/CommentsMutation.graphql.ts'
import { openSessionDialog } from '../../app/session/sessionDialog.ts'
import { useConnection } from '../../relay/list/connection.ts'
import { putIn, takeOut } from '../../relay/list/rows.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { NewRowsPill } from '../../ui/feedback/NewRowsPill.tsx'
import { Pager } from '../../ui/layout/Pager.tsx'
import type { MarkdownEditorProps } from '../../ui/markdown/MarkdownEditor.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { CommentBox } from './CommentBox.tsx'
import { CommentCard } from './CommentCard.tsx'
import { OfficialMarks } from './officialMarks.ts'
import { useCommentsLive } from './useCommentsLive.ts'

type List = { page: number; size: number }

type Props = {
  /** Global id of the subject. */
  subjectId: string
  comments: Comments_comments$key
  address: {
    href(list: List, change?: Partial<List>): string
    rows(list: List): { first: number; offset: number }
  }
  list: List
  moderates: boolean
  /** Uploads files of comments; it must not change between renders. Left out: only text is written. */
  onUpload?: MarkdownEditorProps['onUpload']
  /** Whether everybody who may enter sees all comments: texts of others arrive live, officials have no mark. */
  isSeenByAll?: boolean
  mayWrite: boolean
  /** Why the viewer may not write; GUEST asks for the login. */
  bar?: string | null
  /** Label of the editor. */
  label?: string
  /** Hint below the editor: who can read the comment. */
  hint: string
  /** Text of the empty list. */
  nothing: string
}

/** Comments of a subject, most liked first, then newest, with an editor. */
export function Comments(props: Props) {
  const { subjectId, address, list, moderates, isSeenByAll = false, mayWrite, bar, hint, nothing } = props
  const { onUpload } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const environment = useRelayEnvironment()
  const connection = useConnection()
  const { totalCount, edges } = useFragment(
    graphql`
      fragment Comments_comments on CommentConnection {
        totalCount
        edges {
          node {
            id
            ...CommentCard_comment
          }
        }
      }
    `,
    props.comments,
  )
  const { first, offset } = address.rows(list)
  const variables = useMemo(() => ({ first, offset }), [first, offset])
  const place = { subjectId, field: 'comments', variables }
  const { waiting, fresh, show, noteOwn } = useCommentsLive({
    ...place,
    view: moderates ? 'ALL' : isSeenByAll ? 'PUBLIC' : 'OWN',
  })
  const [write, { pending }] = useMutation<CommentsMutation>(graphql`
    mutation CommentsMutation($input: WriteCommentInput!) {
      writeComment(input: $input) {
        id
        ...CommentCard_comment
      }
    }
  `)
  const removed = useCallback(
    (id: string) =>
      commitLocalUpdate(environment, (store) => {
        const rows = store.get(subjectId)?.getLinkedRecord('comments', variables)
        if (rows) takeOut(rows, id)
      }),
    [environment, subjectId, variables],
  )
  return (
    <OfficialMarks value={!isSeenByAll}>
      <Box
        sx={{ display: 'grid', gap: { xs: 3, md: 4 }, gridTemplateColumns: 'minmax(0,1fr)', maxWidth: 960 }}
      >
        {mayWrite ? (
          <Paper variant="outlined" sx={{ px: { xs: 4, md: 5 }, py: 4 }}>
            <CommentBox
              subjectId={subjectId}
              draft={`comment_${subjectId}`}
              label={props.label ?? t('comment:write')}
              hint={hint}
              height={200}
              onUpload={onUpload}
              pending={pending}
              onSend={(content, form) =>
                write(
                  { input: { subjectId, content } },
                  {
                    form,
                    updater: (store) => {
                      const made = store.getRootField('writeComment')
                      const rows = store.get(subjectId)?.getLinkedRecord('comments', variables)
                      if (!made || !rows) return
                      noteOwn(made.getDataID())
                      // Below the liked comments, above the others.
                      putIn(store, rows, made, {
                        edgeType: 'CommentEdge',
                        most: list.size,
                        isBefore: (other) => other.getValue('likeCount') === 0,
                      })
                    },
                  },
                )
              }
            />
          </Paper>
        ) : (
          <Barred bar={bar ?? t('comment:muted')} />
        )}
        <Box
          sx={{ display: 'flex', alignItems: 'center', gap: 3, typography: 'dense', color: 'text.secondary' }}
        >
          {t('comment:total', { count: totalCount })}
          <Box sx={{ ml: 'auto' }}>
            <LiveMark state={connection} />
          </Box>
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <NewRowsPill
            count={waiting}
            onShow={() => {
              show()
              if (list.page > 1) void navigate(address.href(list, { page: 1 }))
            }}
          />
          {totalCount === 0 ? (
            <Paper variant="outlined">
              <EmptyState
                title={t('comment:nothing')}
                text={mayWrite || bar === 'GUEST' ? nothing : undefined}
              />
            </Paper>
          ) : (
            <Box
              component="ul"
              aria-label={t('comment:list')}
              sx={{ display: 'grid', gap: { xs: 3, md: 4 }, gridTemplateColumns: 'minmax(0,1fr)' }}
            >
              {edges.map(({ node }) => (
                <CommentCard
                  key={node.id}
                  subjectId={subjectId}
                  comment={node}
                  isFresh={fresh.has(node.id)}
                  onUpload={onUpload}
                  onRemoved={removed}
                />
              ))}
            </Box>
          )}
          {(totalCount > list.size || list.page > 1) && (
            <Pager
              fixed
              page={list.page}
              size={list.size}
              total={totalCount}
              href={(page, size) => address.href(list, { page, size })}
              onNavigate={navigate}
            />
          )}
        </Box>
      </Box>
    </OfficialMarks>
  )
}

/** Shown instead of the editor. */
function Barred({ bar }: { bar: string }) {
  const { t } = useTranslation()
  if (bar !== 'GUEST') return <Box sx={{ typography: 'body2', color: 'text.tertiary' }}>{bar}</Box>
  return (
    <Paper
      variant="outlined"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, px: { xs: 4, md: 5 }, py: 4 }}
    >
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('app:guard.loginToAct')}</Box>
      <Button variant="contained" color="primary" onClick={() => openSessionDialog('login')}>
        {t('app:user.signIn')}
      </Button>
    </Paper>
  )
}
