import { useNavigate } from 'react-router-dom'
import type { ManagedTable_row$data } from '../../__generated__/ManagedTable_row.graphql.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { problemPageHref } from '../problem/addresses.ts'
import { editHref, testsHref } from '../problem/adminAddresses.ts'
import { downloadTests } from '../testset/downloadTests.ts'
import { usePublication } from './usePublication.ts'

type Props = {
  problem: Pick<ManagedTable_row$data, 'id' | 'number' | 'displayId' | 'visibility' | 'publicationAskedAt'>
  canPublish: boolean
  name: string
  /** Null when the viewer may not delete problems. */
  onRemove: (() => void) | null
}

/** Menu of a problem's further actions. */
export function ManagedMenu({ problem, canPublish, name, onRemove }: Props) {
  const { id, number, displayId, visibility, publicationAskedAt } = problem
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
        {
          label: t('problemAdmin:tests'),
          icon: 'layers',
          onClick: () => void navigate(testsHref(place, displayId)),
        },
        {
          label: t('problemAdmin:open'),
          icon: 'open',
          onClick: () => void navigate(problemPageHref(place, displayId)),
        },
        {
          label: t('problemAdmin:downloadTests'),
          icon: 'download',
          onClick: () => void downloadTests(number),
        },
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
