import { useNavigate } from 'react-router-dom'
import { RowMenu } from '../../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { downloadTests } from '../testdata/downloadTests.ts'
import { editHref, testsHref } from './managedList.ts'

type Props = {
  number: number
  displayId: string
  name: string
  /** Null for those who may not take problems away. */
  onRemove: (() => void) | null
}

/** What else can be done with one problem. */
export function ManagedMenu({ number, displayId, name, onRemove }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <RowMenu
      name={name}
      acts={[
        { label: t('managing:edit'), icon: 'file', onClick: () => void navigate(editHref(number)) },
        { label: t('managing:tests'), icon: 'layers', onClick: () => void navigate(testsHref(displayId)) },
        {
          label: t('managing:open'),
          icon: 'open',
          onClick: () => void navigate(`/problem/${encodeURIComponent(displayId)}`),
        },
        {
          label: t('managing:downloadTests'),
          icon: 'download',
          onClick: () => void downloadTests(number),
        },
        ...(onRemove
          ? [
              {
                label: t('managing:remove'),
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
