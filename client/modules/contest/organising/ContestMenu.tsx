import { graphql } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { ContestMenuCloneMutation } from '../../../__generated__/ContestMenuCloneMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { leadsSomewhere } from '../../../relay/preload.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../relay/useNavigateAfter.ts'
import { type RowAct, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import {
  contestHref,
  editHref,
  noticesHref,
  openBoardHref,
  participantsHref,
  problemsHref,
  type TYPES,
} from './managedContests.ts'

type Props = {
  contest: {
    id: string
    number: number
    title: string
    type: (typeof TYPES)[number]
    status: string
    boardIsOpen: boolean
  }
  /** Whether the viewer organises it. */
  organises: boolean
  /** Asks how to pack the accepted code. */
  onDownload: () => void
  /** Null: the viewer cannot delete contests. */
  onRemove: (() => void) | null
}

/** Menu of further actions on a contest. */
export function ContestMenu({ contest, organises, onDownload, onRemove }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const navigateAfter = useNavigateAfter()
  const place = usePlace()
  const { id, number, title, type, status, boardIsOpen } = contest
  const [clone, { pending }] = useMutation<ContestMenuCloneMutation>(graphql`
    mutation ContestMenuCloneMutation($input: CloneContestInput!) {
      cloneContest(input: $input) {
        number
        title
      }
    }
  `)
  const go = (label: string, icon: RowAct['icon'], href: string): RowAct[] =>
    leadsSomewhere(href) ? [{ label, icon, onClick: () => void navigate(href) }] : []
  const download: RowAct = {
    label: t('organising:download.code'),
    icon: 'download',
    disabled: status === 'SCHEDULED',
    onClick: onDownload,
  }
  const copy: RowAct = {
    label: t('organising:clone'),
    icon: 'copy',
    disabled: pending,
    onClick: async () => {
      const answer = await clone({ input: { id } })
      if (!answer) return
      toast.success(t('organising:cloned', { title: answer.cloneContest.title }))
      navigateAfter(editHref(place, answer.cloneContest.number))
    },
  }
  const board = go(t('organising:openBoard'), 'open', openBoardHref(number, type))
  return (
    <RowMenu
      name={title}
      acts={[
        ...(organises
          ? [
              ...go(t('organising:edit'), 'file', editHref(place, number)),
              ...go(t('organising:problems.title'), 'list', problemsHref(place, number)),
              ...go(t('organising:notices.title'), 'megaphone', noticesHref(place, number)),
              ...go(t('organising:people.title'), 'users', participantsHref(place, number)),
            ]
          : []),
        ...go(t('organising:open'), 'eye', contestHref(number)),
        ...(boardIsOpen ? board.map((act) => ({ ...act, disabled: status === 'SCHEDULED' })) : []),
        ...(organises ? [download, copy] : []),
        ...(onRemove
          ? [{ label: t('organising:remove'), icon: 'cross', destructive: true, onClick: onRemove } as const]
          : []),
      ]}
    />
  )
}
