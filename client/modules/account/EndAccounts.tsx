import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { EndAccountsMutation } from '../../__generated__/EndAccountsMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { BulkBar, type BulkOutcome } from '../../ui/table/BulkBar.tsx'
import type { Selection } from '../../ui/table/useSelection.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = {
  selection: Selection
  nameOf: (id: string) => string
  onAct: () => void
}

/** Deletes the selected accounts, after listing what is erased and what is kept. */
export function EndAccounts({ selection, nameOf, onAct }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [ending, setEnding] = useState<readonly string[] | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const [end, { words }] = useMutation<EndAccountsMutation>(
    graphql`
      mutation EndAccountsMutation($input: EndAccountsInput!) {
        endAccounts(input: $input) {
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
  const endAll = async () => {
    const answer = await end({ input: { ids: ending ?? [] } })
    if (!answer) return null
    const { done, refused } = answer.endAccounts
    onAct()
    setOutcome({ done: done.length, refused })
    selection.clear()
    void revalidate()
    return true
  }
  const [first = ''] = ending ?? []

  return (
    <>
      <BulkBar selection={selection} outcome={outcome} onDismiss={() => setOutcome(null)} nameOf={nameOf}>
        <Button
          size="small"
          startIcon={<Icon name="cross" />}
          onClick={() => setEnding([...selection.chosen].map(String))}
        >
          {t('account:end')}
        </Button>
      </BulkBar>
      {ending && (
        <Confirm
          title={
            ending.length === 1
              ? t('account:endTitle', { name: nameOf(first) })
              : t('account:endMany', { count: ending.length })
          }
          confirm={t('account:end')}
          destructive
          onConfirm={endAll}
          refused={words}
          onClose={() => setEnding(null)}
        >
          {t('account:endText')}
        </Confirm>
      )}
    </>
  )
}
