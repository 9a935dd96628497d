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
  /** Cannot be undone. */
  destructive?: boolean
}

type Props = {
  /** Name of the row. */
  name: string
  acts: readonly RowAct[]
}

/** Menu with further actions of a row; its code loads on first use. */
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
