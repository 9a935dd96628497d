import { useNavigate } from 'react-router-dom'
import type { RowAct } from '../../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { Place } from '../../group/place.ts'
import { problemPageHref } from '../../problem/addresses.ts'
import { editHref, testsHref } from '../../problem/adminAddresses.ts'
import { downloadTests } from '../../testset/downloadTests.ts'

type Row = { number: number; displayId: string; visibility: string }

/** Actions of a problem of a group for its managers, by row: edit it, its test data, open it, download its tests. */
export function useGroupProblemActs(group: Place) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return ({ number, displayId, visibility }: Row): RowAct[] => [
    {
      label: t('problemAdmin:edit'),
      icon: 'file',
      onClick: () => void navigate(editHref(group, number)),
    },
    {
      label: t('problemAdmin:tests'),
      icon: 'layers',
      onClick: () => void navigate(testsHref(group, displayId)),
    },
    {
      label: t('problemAdmin:open'),
      icon: 'open',
      onClick: () => void navigate(problemPageHref(visibility === 'PUBLIC' ? null : group, displayId)),
    },
    {
      label: t('problemAdmin:downloadTests'),
      icon: 'download',
      onClick: () => void downloadTests(number),
    },
  ]
}
