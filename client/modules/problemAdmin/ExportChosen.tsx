import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql } from 'react-relay'
import type { ExportChosenMutation } from '../../__generated__/ExportChosenMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Segments } from '../../ui/controls/Segments.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { FORMATS } from '../package/ExportForm.tsx'
import { PackageOperation } from '../package/PackageOperation.tsx'

type Props = { ids: readonly string[]; onClose: () => void }

/** Exports the selected problems as one archive and downloads it. */
export function ExportChosen({ ids, onClose }: Props) {
  const { t } = useTranslation()
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('HOJ')
  const [operation, setOperation] = useState<ExportChosenMutation['response']['exportProblems'] | null>(null)
  const [write, { pending, words }] = useMutation<ExportChosenMutation>(
    graphql`
      mutation ExportChosenMutation($input: ExportProblemsInput!) {
        exportProblems(input: $input) {
          ...PackageOperation_operation
        }
      }
    `,
    { quiet: true },
  )
  const send = async () => {
    const answer = await write({ input: { ids, format } })
    if (answer) setOperation(answer.exportProblems)
  }
  return (
    <Modal
      title={t('batch:export.title')}
      onClose={onClose}
      actions={
        operation ? undefined : (
          <Button
            size="large"
            variant="contained"
            color="primary"
            loading={pending}
            onClick={() => void send()}
          >
            {t('batch:export.write', { count: ids.length })}
          </Button>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0,1fr)' }}>
        {operation ? (
          <Suspense fallback={<SkeletonRows rows={2} height={24} />}>
            <PackageOperation operation={operation} />
          </Suspense>
        ) : (
          <Box sx={{ display: 'flex' }}>
            <Segments
              label={t('batch:export.format')}
              value={format}
              segments={FORMATS.map((value) => ({ value, label: t(`batch:export.${value}`) }))}
              onChange={setFormat}
            />
          </Box>
        )}
        {words && <FormAlert>{words}</FormAlert>}
      </Box>
    </Modal>
  )
}
