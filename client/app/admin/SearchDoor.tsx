import IconButton from '@mui/material/IconButton'
import { Suspense, useEffect, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const AdminSearch = lazyPart(async () => (await import('./AdminSearch.tsx')).AdminSearch)

type Props = {
  /** The pages of the administration that are open to the viewer. */
  open: readonly string[]
}

/** Opens the search of the administration, by Ctrl K too. */
export function SearchDoor({ open }: Props) {
  const { t } = useTranslation()
  const [searching, setSearching] = useState(false)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // An editor has chords that begin with the same keys.
      if (event.defaultPrevented || event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      setSearching(true)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

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
