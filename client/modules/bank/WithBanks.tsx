import Link from '@mui/material/Link'
import { type ReactNode, Suspense } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { WithBanksQuery } from '../../__generated__/WithBanksQuery.graphql.ts'
import { failureWords } from '../../app/failures.ts'
import { Boundary } from '../../app/Section.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BANKS_HREF } from './banks.ts'

export type BankOption = { value: string; label: string }

type Props = {
  /** Title of the dialog. */
  title: string
  onClose: () => void
  /** The dialog itself, with the banks to choose from; at least one. */
  children: (banks: readonly [BankOption, ...BankOption[]]) => ReactNode
}

/** Reads the banks that are on for a dialog that imports from one; without any it says what to do. */
export const WithBanks = ({ title, onClose, children }: Props) => (
  <Boundary
    fallback={(error) => (
      <Modal title={title} onClose={onClose}>
        <FormAlert>{failureWords(error)}</FormAlert>
      </Modal>
    )}
  >
    <Suspense
      fallback={
        <Modal title={title} onClose={onClose}>
          <SkeletonRows rows={3} height={40} />
        </Modal>
      }
    >
      <Loaded title={title} onClose={onClose}>
        {children}
      </Loaded>
    </Suspense>
  </Boundary>
)

function Loaded({ title, onClose, children }: Props) {
  const { t } = useTranslation()
  const { banks, viewer } = useLazyLoadQuery<WithBanksQuery>(
    graphql`
      query WithBanksQuery {
        viewer {
          canConfigureBanks
        }
        banks {
          key
          name
          isOn
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network' },
  )
  const [first, ...others] = (banks ?? [])
    .filter(({ isOn }) => isOn)
    .map(({ key, name }) => ({ value: key, label: name }))
  if (first) return children([first, ...others])
  const canConfigure = viewer?.canConfigureBanks ?? false
  return (
    <Modal title={title} onClose={onClose}>
      <EmptyState
        title={t('bank:import.noneOn')}
        text={t(canConfigure ? 'bank:import.turnOn' : 'bank:import.askRoot')}
      >
        {canConfigure && <Link href={BANKS_HREF}>{t('bank:import.open')}</Link>}
      </EmptyState>
    </Modal>
  )
}
