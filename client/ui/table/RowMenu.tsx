import IconButton from '@mui/material/IconButton'
import { Suspense, useState } from 'react'
import { Icon, type IconName } from '../controls/Icon.tsx'
import { lazyPart } from '../lazyPart.ts'
import { useTranslation } from '../useTranslation.ts'

const load = async () => (await import('./RowMenuList.tsx')).RowMenuList
const RowMenuList = lazyPart(load)

export type RowAct = {
  label: string
  icon?: IconName
  onClick: () => void
  disabled?: boolean
  /** It cannot be undone. */
  destructive?: boolean
}

type Props = {
  /** What the row is called. */
  name: string
  acts: readonly RowAct[]
}

/** What else can be done with one row. The list comes when the first one is opened. */
export function RowMenu({ name, acts }: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState(false)
  const label = t('ui:table.menu', { name })
  const warm = () => void load().catch(() => undefined)
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={(event) => {
          setWanted(true)
          setAnchor(event.currentTarget)
        }}
      >
        <Icon name="dots" />
      </IconButton>
      {wanted && (
        <Suspense>
          <RowMenuList label={label} anchor={anchor} acts={acts} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
