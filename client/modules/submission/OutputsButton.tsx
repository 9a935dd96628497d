import Button from '@mui/material/Button'
import { useState } from 'react'
import { download } from '../../relay/files/download.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Downloads the output files of a submission. */
export function OutputsButton({ number }: { number: number }) {
  const { t } = useTranslation()
  const [loading, setLoading] = useState(false)
  const fetchOutputs = async () => {
    setLoading(true)
    await download(`/api/file/download-outputs?submitId=${number}`)
    setLoading(false)
  }
  return (
    <Button
      size="small"
      loading={loading}
      startIcon={<Icon name="download" size={14} />}
      onClick={() => void fetchOutputs()}
    >
      {t('outputs:download')}
    </Button>
  )
}
