import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { nextPlace, placeOf } from './caseGroups.ts'
import type { Row } from './testRows.ts'

type Props = {
  rows: readonly Row[]
  /** Whether a row has errors. */
  isWrong: (row: Row) => boolean
  /** Null when there are no groups to fold. */
  folding: { areFolded: boolean; fold: (folded: boolean) => void } | null
  onFound: (place: number) => void
}

/** Finds a case by number or file name, steps through those with errors, and folds subtasks. */
export function CaseTools({ rows, isWrong, folding, onFound }: Props) {
  const { t } = useTranslation()
  const [last, setLast] = useState(-1)
  const [missed, setMissed] = useState<string | null>(null)
  const go = (place: number) => {
    setLast(place)
    onFound(place)
  }
  const find = (sought: string) => {
    const place = sought === '' ? -1 : placeOf(rows, sought, last)
    setMissed(place < 0 && sought !== '' ? sought : null)
    if (place >= 0) go(place)
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 4,
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <SearchField
        label={t('testset:find.label')}
        value=""
        width={{ xs: '100%', sm: 260 }}
        maxLength={200}
        onSearch={find}
      />
      <Box role="status" sx={{ typography: 'dense', color: 'text.secondary' }}>
        {missed !== null && t('testset:find.none', { sought: missed })}
      </Box>
      <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {rows.some(isWrong) && (
          <Button size="small" onClick={() => go(nextPlace(rows, last, isWrong))}>
            {t('testset:find.wrong')}
          </Button>
        )}
        {folding && (
          <Button
            size="small"
            startIcon={<Icon name={folding.areFolded ? 'expand' : 'collapse'} />}
            onClick={() => folding.fold(!folding.areFolded)}
          >
            {t(folding.areFolded ? 'testset:group.unfoldAll' : 'testset:group.foldAll')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
