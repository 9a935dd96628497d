import { useNavigate } from 'react-router-dom'
import type { ManagedTable_row$data } from '../../__generated__/ManagedTable_row.graphql.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { bankNameOf, OWN_BANK } from '../bank/banks.ts'
import { usePlace } from '../group/usePlace.ts'
import { problemPageHref } from '../problem/addresses.ts'
import { editHref, testsHref } from '../problem/adminAddresses.ts'
import { downloadTests } from '../testset/downloadTests.ts'
import { usePublication } from './usePublication.ts'

type Props = {
  problem: Pick<
    ManagedTable_row$data,
    'id' | 'number' | 'displayId' | 'bank' | 'visibility' | 'publicationAskedAt'
  >
  canPublish: boolean
  name: string
  /** Compares an imported problem with its judge. */
  onCompare: () => void
  /** Null when the viewer may not delete problems. */
  onRemove: (() => void) | null
}

/** Menu of a problem's further actions. */
export function ManagedMenu({ problem, canPublish, name, onCompare, onRemove }: Props) {
  const { id, number, displayId, bank, visibility, publicationAskedAt } = problem
  const isOwn = bank === OWN_BANK
  const { ask, decline } = usePublication(id)
  const isAsked = publicationAskedAt !== null
  const { t } = useTranslation()
  const navigate = useNavigate()
  const place = usePlace()
  return (
    <RowMenu
      name={name}
      acts={[
        {
          label: t('problemAdmin:edit'),
          icon: 'file',
          onClick: () => void navigate(editHref(place, number)),
        },
        isOwn
          ? {
              label: t('problemAdmin:tests'),
              icon: 'layers',
              onClick: () => void navigate(testsHref(place, displayId)),
            }
          : {
              label: t('bank:compare.with', { name: bankNameOf(bank) }),
              icon: 'retry',
              onClick: onCompare,
            },
        {
          label: t('problemAdmin:open'),
          icon: 'open',
          onClick: () => void navigate(problemPageHref(place, displayId)),
        },
        ...(isOwn
          ? [
              {
                label: t('problemAdmin:downloadTests'),
                icon: 'download',
                onClick: () => void downloadTests(number),
              } as const,
            ]
          : []),
        ...(visibility !== 'PUBLIC' && canPublish === isAsked
          ? [
              {
                label: t(canPublish ? 'problemAdmin:publication.decline' : 'problemAdmin:publication.ask'),
                icon: canPublish ? 'cross' : 'eye',
                onClick: () => void (canPublish ? decline() : ask()),
              } as const,
            ]
          : []),
        ...(onRemove
          ? [
              {
                label: t('problemAdmin:remove'),
                icon: 'cross',
                destructive: true,
                onClick: onRemove,
              } as const,
            ]
          : []),
      ]}
    />
  )
}
