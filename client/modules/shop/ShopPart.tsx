import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { useConnection } from '../../relay/list/connection.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { CrumbPage } from '../../ui/layout/CrumbPage.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { goodsList } from './addresses.ts'

/** A page below the shop, with the way back and a live mark. */
export function ShopPart({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  const connection = useConnection()
  return (
    <CrumbPage
      crumb={
        <>
          <Link href={goodsList.path} color="inherit">
            {t('shop:title')}
          </Link>
          <Icon name="right" size={12} />
          <span>{title}</span>
        </>
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 4 }}>
        <Box component="h1" sx={{ typography: 'h1' }}>
          {title}
        </Box>
        <LiveMark state={connection} />
      </Box>
      {children}
    </CrumbPage>
  )
}
