import IconButton from '@mui/material/IconButton'
import { Suspense, useState } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useCtrlK } from '../bar/useCtrlK.ts'

const AdminSearch = lazyPart(async () => (await import('./AdminSearch.tsx')).AdminSearch)

type Props = {
  /** The administration pages that the viewer may open. */
  open: readonly string[]
}

/** Button that opens the search of the administration, also by Ctrl+K. */
export function AdminSearchButton({ open }: Props) {
  const { t } = useTranslation()
  const [searching, setSearching] = useState(false)

  useCtrlK(() => {
    setSearching(true)
    return true
  })

  return (
    <>
      <IconButton
        aria-label={t('search:label')}
        title={`${t('search:label')} (Ctrl K)`}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={() => setSearching(true)}
      >
        <Icon name="search" />
      </IconButton>
      {searching && (
        <Suspense fallback={null}>
          <AdminSearch open={open} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  )
}
