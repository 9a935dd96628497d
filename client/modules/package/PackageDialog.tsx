import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import type {
  PackageDialogMutation,
  PackageDialogMutation$data,
} from '../../__generated__/PackageDialogMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { editHref, testsHref } from '../problem/adminAddresses.ts'

type Props = {
  upload: string
  format: string
  count: number
  onClose: () => void
}

/** Readings to choose from when the points of a scoring package are ambiguous. */
const READINGS = ['CASE', 'GROUP'] as const

type Report = PackageDialogMutation$data['importFolder']['problems']

/** Imports a folder that is a problem package, and reports the result. */
export function PackageDialog({ upload, format, count, onClose }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const [report, setReport] = useState<Report | null>(null)
  const [points, setPoints] = useState<(typeof READINGS)[number]>('GROUP')
  const [take, { pending, words }] = useMutation<PackageDialogMutation>(
    graphql`
      mutation PackageDialogMutation($input: ImportFolderInput!) {
        importFolder(input: $input) {
          problems {
            path
            title
            code
            message
            notes
            problem {
              number
              displayId
            }
          }
        }
      }
    `,
    { quiet: true },
  )
  const asks = report?.some(({ code }) => code === 'PACKAGE_POINTS') ?? false
  const made = report?.flatMap(({ problem }) => problem ?? []) ?? []
  const [first] = made
  const begin = async () => {
    const answer = await take({ input: { upload, points: asks ? points : null } })
    if (answer) setReport(answer.importFolder.problems)
  }
  return (
    <Modal
      title={t('folder:package.title', { format })}
      sticky
      onClose={onClose}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            {t(report ? 'ui:close' : 'ui:confirm.cancel')}
          </Button>
          {(!report || asks) && (
            <Button
              size="large"
              variant="contained"
              color="primary"
              loading={pending}
              onClick={() => void begin()}
            >
              {t('folder:package.import', { count })}
            </Button>
          )}
          {!asks && first && made.length === 1 && (
            <Button size="large" variant="contained" color="primary" href={editHref(place, first.number)}>
              {t('folder:package.open', { id: first.displayId })}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0,1fr)', typography: 'body2' }}>
        {words && <FormAlert>{words}</FormAlert>}
        {!report && <p>{t('folder:package.text', { count })}</p>}
        {report?.map(({ path, title, message, notes, problem }) => (
          <Box key={path} sx={{ display: 'grid', gap: 1.5, overflowWrap: 'anywhere' }}>
            {problem ? (
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, fontWeight: 600 }}>
                <Icon name="check" />
                {t('folder:package.done', { id: problem.displayId, title: title ?? '' })}
              </Box>
            ) : (
              <FormAlert>{[title, message].filter(Boolean).join(': ')}</FormAlert>
            )}
            {problem && made.length > 1 && (
              <a href={testsHref(place, problem.displayId)}>
                {t('folder:package.open', { id: problem.displayId })}
              </a>
            )}
            {notes.length > 0 && (
              <Box component="details" open={made.length === 1} sx={{ color: 'text.secondary' }}>
                <Box component="summary" sx={{ cursor: 'pointer' }}>
                  {t('folder:package.notes', { count: notes.length })}
                </Box>
                {notes.map((note) => (
                  <div key={note}>{note}</div>
                ))}
              </Box>
            )}
          </Box>
        ))}
        {asks && (
          <SelectField
            label={t('folder:package.points')}
            value={points}
            options={READINGS.map((value) => ({ value, label: t(`folder:package.reading.${value}`) }))}
            onChange={setPoints}
          />
        )}
      </Box>
    </Modal>
  )
}
