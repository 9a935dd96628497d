import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { MakerList_problem$key } from '../../__generated__/MakerList_problem.graphql.ts'
import type { MakerListMutation } from '../../__generated__/MakerListMutation.graphql.ts'
import type { MakerListRemoveMutation } from '../../__generated__/MakerListRemoveMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { DropZone } from '../../ui/upload/DropZone.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { roleOf, SCRIPTS, wordOf } from './makers.ts'

const MakerDialog = lazyPart(async () => (await import('./MakerDialog.tsx')).MakerDialog)

/** Generators and validators of a problem. */
export function MakerList({ problem }: { problem: MakerList_problem$key }) {
  const { t } = useTranslation()
  const { id, makers } = useFragment(
    graphql`
      fragment MakerList_problem on Problem {
        id
        makers {
          number
          role
          name
          languageKey
          languageName
          source
          files {
            name
            content
          }
          convention
        }
      }
    `,
    problem,
  )
  const [save, { pending }] = useMutation<MakerListMutation>(graphql`
    mutation MakerListMutation($input: SaveMakersInput!) {
      saveMakers(input: $input) {
        ...MakerList_problem
        ...ScriptForm_problem
      }
    }
  `)
  const [remove, { words }] = useMutation<MakerListRemoveMutation>(
    graphql`
      mutation MakerListRemoveMutation($input: RemoveMakerInput!) {
        removeMaker(input: $input) {
          ...MakerList_problem
          ...ScriptForm_problem
        }
      }
    `,
    { quiet: true },
  )
  /** Number of the one being edited, or the role of a new one. */
  const [shown, setShown] = useState<number | 'GENERATOR' | 'VALIDATOR' | null>(null)
  const [removed, setRemoved] = useState<number | null>(null)
  const all = makers ?? []
  const edited = all.find(({ number }) => number === shown)
  const leaving = all.find(({ number }) => number === removed)

  const bring = async (files: readonly File[]) => {
    const brought = await Promise.all(
      files.map(async (file) => {
        const source = (await file.text()).replaceAll('\r\n', '\n')
        return { role: roleOf(file.name, source), name: wordOf(file.name), source }
      }),
    )
    await save({ input: { problemId: id, makers: brought } })
  }

  return (
    <Box component="section" aria-label={t('generator:programs')} sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box component="h3" sx={{ typography: 'body1', fontWeight: 600, mr: 'auto' }}>
          {t('generator:programs')}
        </Box>
        {(['GENERATOR', 'VALIDATOR'] as const).map((role) => (
          <Button
            key={role}
            loading={pending}
            startIcon={<Icon name="plus" />}
            onClick={() => setShown(role)}
          >
            {t(`generator:add.${role}`)}
          </Button>
        ))}
      </Box>
      {all.length === 0 ? (
        <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('generator:none')}</Box>
      ) : (
        <Box
          component="ul"
          aria-label={t('generator:programs')}
          sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}
        >
          {all.map((maker) => (
            <Box
              component="li"
              key={maker.number}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 3,
                py: 1,
                borderBottom: 1,
                borderColor: 'divider',
                typography: 'dense',
              }}
            >
              <Box sx={{ width: 96, color: 'text.secondary' }}>{t(`generator:role.${maker.role}`)}</Box>
              <Box sx={{ typography: 'code', overflowWrap: 'anywhere' }}>{maker.name}</Box>
              {maker.files.length > 0 && (
                <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {t('generator:with', { files: maker.files.map(({ name }) => name).join(', ') })}
                </Box>
              )}
              <Box sx={{ flex: 1, minWidth: 80, color: 'text.secondary' }}>
                {maker.languageKey === SCRIPTS ? t('generator:scripts') : maker.languageName}
              </Box>
              <RowMenu
                name={maker.name}
                acts={[
                  { label: t('generator:edit'), icon: 'file', onClick: () => setShown(maker.number) },
                  {
                    label: t('generator:remove'),
                    icon: 'cross',
                    destructive: true,
                    onClick: () => setRemoved(maker.number),
                  },
                ]}
              />
            </Box>
          ))}
        </Box>
      )}
      <DropZone
        label={t('generator:drop')}
        hint={t('generator:dropHint')}
        onFiles={(files) => void bring(files)}
      />
      <Suspense fallback={null}>
        {(edited || typeof shown === 'string') && (
          <MakerDialog
            problem={id}
            role={typeof shown === 'string' ? shown : (edited?.role ?? 'GENERATOR')}
            maker={edited ?? null}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
      {leaving && (
        <Confirm
          title={t('generator:removeTitle', { name: leaving.name })}
          confirm={t('generator:remove')}
          destructive
          refused={words}
          onConfirm={() => remove({ input: { number: leaving.number } })}
          onClose={() => setRemoved(null)}
        >
          {t('generator:removeText')}
        </Confirm>
      )}
    </Box>
  )
}
