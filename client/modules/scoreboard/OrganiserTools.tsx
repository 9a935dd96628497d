import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { download } from '../../relay/files/download.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { readAddress } from './boardFilter.ts'

type Props = {
  contest: { number: number }
}

/** Organisers' tools of a board: download as a spreadsheet. */
export function OrganiserTools({ contest: { number } }: Props) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { open, late, show } = readAddress(search)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const asked = `cid=${number}&forceRefresh=${open}&containsEnd=${late}&removeStar=${show === 'official'}`
    await download(`/api/file/download-contest-rank?${asked}`)
    setBusy(false)
  }
  return (
    <Button
      variant="outlined"
      startIcon={<Icon name="download" />}
      disabled={busy}
      onClick={() => void save()}
    >
      {t('scoreboard:export')}
    </Button>
  )
}
