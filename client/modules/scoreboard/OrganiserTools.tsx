import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { download } from '../../relay/files/download.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { readAddress } from './boardFilter.ts'

const ContestApiDialog = lazyPart(async () => (await import('./ContestApiDialog.tsx')).ContestApiDialog)

type Props = {
  contest: { number: number; type: string }
}

/** Formats of boards and resolvers of others. */
const FORMATS = ['CLICS', 'XCPCIO', 'SRK'] as const

/** Organisers' tools of a board: download as a spreadsheet and in formats of other programs, and the live Contest API. */
export function OrganiserTools({ contest: { number, type } }: Props) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { open, late, show } = readAddress(search)
  const [busy, setBusy] = useState(false)
  const [showsApi, setShowsApi] = useState(false)
  const stars = `removeStar=${show === 'official'}`
  const save = async (path: string) => {
    setBusy(true)
    await download(path)
    setBusy(false)
  }
  const wish = `forceRefresh=${open}&containsEnd=${late}&${stars}&localized=true`
  const sheet = `/api/file/download-contest-rank?cid=${number}&${wish}`
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="download" />}
        disabled={busy}
        onClick={() => void save(sheet)}
      >
        {t('scoreboard:export')}
      </Button>
      {type === 'ACM' && (
        <RowMenu
          name={t('scoreboard:title')}
          acts={[
            ...FORMATS.map((format) => ({
              label: t(`scoreboard:record.${format}`),
              icon: 'download' as const,
              disabled: busy,
              onClick: () =>
                void save(`/api/file/download-contest-record?cid=${number}&format=${format}&${stars}`),
            })),
            { label: t('scoreboard:contestApi.act'), icon: 'code', onClick: () => setShowsApi(true) },
          ]}
        />
      )}
      {showsApi && (
        <Suspense>
          <ContestApiDialog number={number} onClose={() => setShowsApi(false)} />
        </Suspense>
      )}
    </>
  )
}
