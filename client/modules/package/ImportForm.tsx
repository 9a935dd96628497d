import Box from '@mui/material/Box'
import { useRef, useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { ImportFormMutation } from '../../__generated__/ImportFormMutation.graphql.ts'
import { useUploads } from '../../relay/files/useUploads.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { DropZone } from '../../ui/upload/DropZone.tsx'
import { UploadList } from '../../ui/upload/UploadList.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** How the points of scoring packages are read; `AUTO` follows what their solutions declare. */
const READINGS = ['AUTO', 'CASE', 'GROUP'] as const

/** Uploads packages and imports each as soon as its upload ends. */
export function ImportForm({ canPublish }: { canPublish: boolean }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [publish, setPublish] = useState(false)
  const [points, setPoints] = useState<(typeof READINGS)[number]>('AUTO')
  const latest = useRef({ publish, points })
  latest.current = { publish, points }
  const [take] = useMutation<ImportFormMutation>(graphql`
    mutation ImportFormMutation($input: ImportPackageInput!) {
      importPackage(input: $input) {
        id
      }
    }
  `)
  const begin = async (file: string) => {
    const { publish, points } = latest.current
    if (await take({ input: { file, publish, points: points === 'AUTO' ? null : points } })) void revalidate()
  }
  const { add, ...list } = useUploads('package', ({ id }) => void begin(id))
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <DropZone
        label={t('batch:import.choose')}
        hint={t('batch:import.hint')}
        accept=".zip,.xml,.fps"
        onFiles={add}
      />
      <UploadList {...list} />
      {canPublish ? (
        <SwitchField
          label={t('batch:import.publish')}
          hint={t('batch:import.publishHelp')}
          value={publish}
          onChange={setPublish}
        />
      ) : (
        <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('batch:import.own')}</Box>
      )}
      <SelectField
        label={t('batch:import.points')}
        hint={t('batch:import.pointsHelp')}
        value={points}
        options={READINGS.map((value) => ({ value, label: t(`batch:import.reading.${value}`) }))}
        onChange={setPoints}
      />
    </Box>
  )
}
