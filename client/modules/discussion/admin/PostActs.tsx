import Button from '@mui/material/Button'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { BulkBar, type BulkOutcome } from '../../../ui/table/BulkBar.tsx'
import type { Selection } from '../../../ui/table/useSelection.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useModeration } from '../useModeration.ts'

type Props = {
  selection: Selection
  nameOf: (id: string) => string
  onAct: () => void
  onRemove: (ids: readonly string[]) => void
}

const ACTS = [
  { words: 'pin', icon: 'pin', wanted: { isPinned: true } },
  { words: 'unpin', icon: 'minus', wanted: { isPinned: false } },
  { words: 'disable', icon: 'eyeOff', wanted: { isDisabled: true } },
  { words: 'enable', icon: 'eye', wanted: { isDisabled: false } },
] as const

/** Bulk actions: pin, disable or delete the selected posts. */
export function PostActs({ selection, nameOf, onAct, onRemove }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { change, pending } = useModeration()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const ids = [...selection.chosen].map(String)
  const act = async (wanted: (typeof ACTS)[number]['wanted']) => {
    const answer = await change(ids, wanted)
    if (!answer) return
    onAct()
    setOutcome({ done: answer.done.length, refused: answer.refused })
    selection.clear()
    void revalidate()
  }
  return (
    <BulkBar selection={selection} outcome={outcome} onDismiss={() => setOutcome(null)} nameOf={nameOf}>
      {ACTS.map(({ words, icon, wanted }) => (
        <Button
          key={words}
          size="small"
          startIcon={<Icon name={icon} />}
          disabled={pending}
          onClick={() => void act(wanted)}
        >
          {t(`discussion:menu.${words}`)}
        </Button>
      ))}
      <Button size="small" startIcon={<Icon name="cross" />} onClick={() => onRemove(ids)}>
        {t('discussion:menu.remove')}
      </Button>
    </BulkBar>
  )
}
