import Paper from '@mui/material/Paper'
import { useEffect } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ContestCommentsQuery } from '../../../__generated__/ContestCommentsQuery.graphql.ts'
import type { ContestCommentsSubscription } from '../../../__generated__/ContestCommentsSubscription.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useTextUpload } from '../../../relay/files/useTextUpload.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { useLive } from '../../../relay/useLive.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { Comments } from '../../comment/Comments.tsx'
import { contestCommentList } from './contestCommentList.ts'

/** Comments of a contest: questions of participants, answers of organisers. */
export function ContestComments({ queryRef }: PageProps<ContestCommentsQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const data = usePreloadedQuery<ContestCommentsQuery>(
    graphql`
      query ContestCommentsQuery($number: Int!, $first: Int, $offset: Int) {
        site {
          openContestComment
        }
        contest(number: $number) {
          id
          number
          status
          lookBar
          canManage
          viewerCanComment
          group {
            number
          }
          comments(first: $first, offset: $offset) {
            ...Comments_comments
          }
        }
      }
    `,
    queryRef,
  )
  const contest = found(data.contest)
  const { id, number, status, lookBar, canManage, viewerCanComment, comments } = contest
  const onUpload = useTextUpload(contest.group?.number)
  useLive<ContestCommentsSubscription>(
    graphql`
      subscription ContestCommentsSubscription {
        siteChanged {
          openContestComment
        }
      }
    `,
    {},
  )
  const isClosed = !data.site.openContestComment
  useEffect(() => {
    if (!isClosed) return
    toast.warning(t('comment:closed'))
    void navigate('/home', { replace: true })
  }, [isClosed, navigate, t])
  if (isClosed) return null
  if (!comments)
    return (
      <Paper variant="outlined">
        <EmptyState title={lookBar ? t(`contest:bar.${lookBar}`) : t('comment:nothing')} />
      </Paper>
    )
  const address = contestCommentList(number)
  const list = address.read(search)
  const hint = canManage ? 'writeHintOfficial' : status === 'ENDED' ? 'writeHintAfter' : 'writeHint'
  return (
    <Comments
      subjectId={id}
      comments={comments}
      address={address}
      list={list}
      moderates={canManage}
      onUpload={canManage ? onUpload : undefined}
      mayWrite={viewerCanComment ?? false}
      hint={t(`comment:${hint}`)}
      nothing={t(canManage ? 'comment:nothingHintOfficial' : 'comment:nothingHint')}
    />
  )
}
