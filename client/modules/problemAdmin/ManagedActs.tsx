import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { ManagedActsMutation } from '../../__generated__/ManagedActsMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { BulkBar, type BulkOutcome } from '../../ui/table/BulkBar.tsx'
import type { Selection } from '../../ui/table/useSelection.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { VISIBILITIES } from '../problem/adminAddresses.ts'

const ExportChosen = lazyPart(async () => (await import('./ExportChosen.tsx')).ExportChosen)

type Props = {
  selection: Selection
  nameOf: (id: string) => string
  canPublish: boolean
  onAct: () => void
  /** Null when the viewer may not delete problems. */
  onRemove: ((ids: readonly string[]) => void) | null
}

const ICONS = { PUBLIC: 'eye', HIDDEN: 'eyeOff', CONTEST_ONLY: 'trophy' } as const

/** Bulk actions: change visibility, export or delete the selected problems. */
export function ManagedActs({ selection, nameOf, canPublish, onAct, onRemove }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const [change, { pending }] = useMutation<ManagedActsMutation>(graphql`
    mutation ManagedActsMutation($input: ChangeProblemVisibilityInput!) {
      changeProblemVisibility(input: $input) {
        done
        refused {
          rowId
          code
          message
        }
      }
    }
  `)
  const [exporting, setExporting] = useState<readonly string[] | null>(null)
  const ids = [...selection.chosen].map(String)
  const show = async (visibility: (typeof VISIBILITIES)[number]) => {
    const answer = await change({ input: { ids, visibility } })
    if (!answer) return
    const { done, refused } = answer.changeProblemVisibility
    onAct()
    setOutcome({ done: done.length, refused })
    selection.clear()
    void revalidate()
  }
  return (
    <>
      {exporting && (
        <Suspense fallback={null}>
          <ExportChosen ids={exporting} onClose={() => setExporting(null)} />
        </Suspense>
      )}
      <BulkBar selection={selection} outcome={outcome} onDismiss={() => setOutcome(null)} nameOf={nameOf}>
        {VISIBILITIES.filter((visibility) => canPublish || visibility !== 'PUBLIC').map((visibility) => (
          <Button
            key={visibility}
            size="small"
            startIcon={<Icon name={ICONS[visibility]} />}
            disabled={pending}
            onClick={() => void show(visibility)}
          >
            {t(`problemAdmin:show.${visibility}`)}
          </Button>
        ))}
        <Button size="small" startIcon={<Icon name="download" />} onClick={() => setExporting(ids)}>
          {t('problemAdmin:export')}
        </Button>
        {onRemove && (
          <Button size="small" startIcon={<Icon name="cross" />} onClick={() => onRemove(ids)}>
            {t('problemAdmin:remove')}
          </Button>
        )}
      </BulkBar>
    </>
  )
}
