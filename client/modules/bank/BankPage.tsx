import Box from '@mui/material/Box'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { BankPageQuery } from '../../__generated__/BankPageQuery.graphql.ts'
import type { BankPageSubscription } from '../../__generated__/BankPageSubscription.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { useConnection } from '../../relay/list/connection.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BankCard } from './BankCard.tsx'

/** Other judges and their accounts, live; super administrators change them. */
export function BankPage({ queryRef }: PageProps<BankPageQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const { banks, viewer } = usePreloadedQuery<BankPageQuery>(
    graphql`
      query BankPageQuery {
        viewer {
          canConfigureBanks
        }
        banks {
          key
          ...BankCard_bank
        }
      }
    `,
    queryRef,
  )
  useLive<BankPageSubscription>(
    graphql`
      subscription BankPageSubscription {
        banksChanged {
          key
          ...BankCard_bank
        }
      }
    `,
    banks ? {} : null,
    {
      // Banks have no id, so the records of the event replace those of the query.
      updater: (store) => {
        const changed = store.getPluralRootField('banksChanged')
        if (changed) store.getRoot().setLinkedRecords(changed, 'banks')
      },
    },
  )
  const canConfigure = viewer?.canConfigureBanks ?? false
  return (
    <AdminPage title={t('admin:page.BANKS')} actions={<LiveMark state={connection} />}>
      <Box component="p" sx={{ maxWidth: 760, mb: 4, typography: 'body2', color: 'text.secondary' }}>
        {t(canConfigure ? 'bank:intro' : 'bank:introStaff')}
      </Box>
      {banks && banks.length > 0 ? (
        <Box
          component="ul"
          aria-label={t('admin:page.BANKS')}
          sx={{
            display: 'grid',
            gap: 4,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0,1fr)', xl: 'repeat(2, minmax(0,1fr))' },
          }}
        >
          {banks.map((bank) => (
            <Box component="li" key={bank.key} sx={{ minWidth: 0 }}>
              <BankCard bank={bank} canConfigure={canConfigure} />
            </Box>
          ))}
        </Box>
      ) : (
        <EmptyState title={t('bank:none')} />
      )}
    </AdminPage>
  )
}
