import { graphql } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { ContestMenuCloneMutation } from '../../../__generated__/ContestMenuCloneMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { leadsSomewhere } from '../../../relay/preload.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { type RowAct, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
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
  /** Asks how to pack the accepted code. */
  onDownload: () => void
  /** Null: the viewer cannot delete contests. */
  onRemove: (() => void) | null
}

/** Menu of further actions on a contest. */
export function ContestMenu({ contest, onDownload, onRemove }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
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
  const board = go(t('organising:openBoard'), 'open', openBoardHref(number, type))
  return (
    <RowMenu
      name={title}
      acts={[
        ...go(t('organising:edit'), 'file', editHref(number)),
        ...go(t('organising:problems.title'), 'list', problemsHref(number)),
        ...go(t('organising:notices.title'), 'megaphone', noticesHref(number)),
        ...go(t('organising:people.title'), 'users', participantsHref(number)),
        ...go(t('organising:open'), 'eye', contestHref(number)),
        ...(boardIsOpen ? board.map((act) => ({ ...act, disabled: status === 'SCHEDULED' })) : []),
        {
          label: t('organising:download.code'),
          icon: 'download',
          disabled: status === 'SCHEDULED',
          onClick: onDownload,
        },
        {
          label: t('organising:clone'),
          icon: 'copy',
          disabled: pending,
          onClick: async () => {
            const answer = await clone({ input: { id } })
            if (!answer) return
            toast.success(t('organising:cloned', { title: answer.cloneContest.title }))
            void navigate(editHref(answer.cloneContest.number))
          },
        },
        ...(onRemove
          ? [{ label: t('organising:remove'), icon: 'cross', destructive: true, onClick: onRemove } as const]
          : []),
      ]}
    />
  )
}
