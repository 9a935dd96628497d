import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { ExportFormMutation } from '../../__generated__/ExportFormMutation.graphql.ts'
import type { ExportFormQuery } from '../../__generated__/ExportFormQuery.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useSearch } from '../../relay/useSearch.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { type Found, PickField } from '../../ui/form/PickField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Export formats. */
export const FORMATS = ['HOJ', 'ICPC'] as const

/** Exports the chosen problems as one archive. */
export function ExportForm() {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<readonly Found[]>([])
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('HOJ')
  const [write, { pending, words }] = useMutation<ExportFormMutation>(
    graphql`
      mutation ExportFormMutation($input: ExportProblemsInput!) {
        exportProblems(input: $input) {
          id
        }
      }
    `,
    { quiet: true },
  )
  const search = useSearch<ExportFormQuery>(
    graphql`
      query ExportFormQuery($keyword: String!) {
        managedProblems(keyword: $keyword, orderBy: DISPLAY_ID, first: 10) {
          edges {
            node {
              id
              displayId
              title
            }
          }
        }
      }
    `,
    (keyword) => ({ keyword }),
    ({ managedProblems }) =>
      (managedProblems?.edges ?? []).map(({ node }) => ({
        value: node.id,
        label: node.displayId,
        note: node.title,
      })),
  )
  const send = async () => {
    const ids = chosen.map(({ value }) => value)
    if (!(await write({ input: { ids, format } }))) return
    setChosen([])
    void revalidate()
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <PickField
        label={t('batch:export.add')}
        hint={t('batch:export.hint')}
        value={null}
        error={words ?? undefined}
        search={search}
        onChange={(found) => {
          if (found) setChosen([...chosen.filter(({ value }) => value !== found.value), found])
        }}
      />
      {chosen.length > 0 && (
        <Box
          component="ul"
          aria-label={t('batch:export.chosen')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}
        >
          {chosen.map(({ value, label }) => (
            <Box component="li" key={value}>
              <Button
                size="small"
                aria-label={t('batch:export.leave', { name: label })}
                endIcon={<Icon name="cross" size={14} />}
                onClick={() => setChosen(chosen.filter((one) => one.value !== value))}
              >
                {label}
              </Button>
            </Box>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Segments
          label={t('batch:export.format')}
          value={format}
          segments={FORMATS.map((value) => ({ value, label: t(`batch:export.${value}`) }))}
          onChange={setFormat}
        />
        <Button variant="contained" sx={{ ml: 'auto' }} loading={pending} onClick={() => void send()}>
          {t('batch:export.write', { count: chosen.length })}
        </Button>
      </Box>
    </Box>
  )
}
