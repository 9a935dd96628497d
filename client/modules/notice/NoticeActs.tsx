import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { NoticeActsChangeMutation } from '../../__generated__/NoticeActsChangeMutation.graphql.ts'
import type { NoticeActsRemoveMutation } from '../../__generated__/NoticeActsRemoveMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { BulkBar, type BulkOutcome } from '../../ui/table/BulkBar.tsx'
import type { Selection } from '../../ui/table/useSelection.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = { selection: Selection; nameOf: (id: string) => string; onAct: () => void }

type Answer = {
  readonly done: readonly string[]
  readonly refused: readonly { readonly rowId: string; readonly code: string; readonly message: string }[]
}

/** Shows, hides or deletes the selected notices. */
export function NoticeActs({ selection, nameOf, onAct }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const [asking, setAsking] = useState(false)
  const [change, { pending }] = useMutation<NoticeActsChangeMutation>(graphql`
    mutation NoticeActsChangeMutation($input: ChangeSiteNoticesInput!) {
      changeSiteNotices(input: $input) {
        done
        refused {
          rowId
          code
          message
        }
      }
    }
  `)
  const [remove, removing] = useMutation<NoticeActsRemoveMutation>(
    graphql`
      mutation NoticeActsRemoveMutation($input: RemoveSiteNoticesInput!) {
        removeSiteNotices(input: $input) {
          done
          refused {
            rowId
            code
            message
          }
        }
      }
    `,
    { quiet: true },
  )
  const ids = [...selection.chosen].map(String)
  const tell = ({ done, refused }: Answer, words?: string) => {
    onAct()
    setOutcome({ done: done.length, words, refused })
    selection.clear()
    void revalidate()
    return true
  }
  const hide = async (isHidden: boolean) => {
    const answer = await change({ input: { ids, isHidden } })
    if (answer) tell(answer.changeSiteNotices)
  }
  const removeAll = async () => {
    const answer = await remove({ input: { ids } })
    if (!answer) return null
    const { done } = answer.removeSiteNotices
    return tell(answer.removeSiteNotices, t('notice:removed', { count: done.length }))
  }
  const [first = ''] = ids

  return (
    <>
      <BulkBar selection={selection} outcome={outcome} onDismiss={() => setOutcome(null)} nameOf={nameOf}>
        <Button
          size="small"
          startIcon={<Icon name="eye" />}
          disabled={pending}
          onClick={() => void hide(false)}
        >
          {t('notice:show')}
        </Button>
        <Button
          size="small"
          startIcon={<Icon name="eyeOff" />}
          disabled={pending}
          onClick={() => void hide(true)}
        >
          {t('notice:hide')}
        </Button>
        <Button size="small" startIcon={<Icon name="cross" />} onClick={() => setAsking(true)}>
          {t('notice:remove')}
        </Button>
      </BulkBar>
      {asking && (
        <Confirm
          title={
            ids.length === 1
              ? t('notice:removeTitle', { title: nameOf(first) })
              : t('notice:removeMany', { count: ids.length })
          }
          confirm={t('notice:remove')}
          destructive
          onConfirm={removeAll}
          refused={removing.words}
          onClose={() => setAsking(false)}
        >
          {t('notice:removeText')}
        </Confirm>
      )}
    </>
  )
}
