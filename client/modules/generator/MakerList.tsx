import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { MakerList_problem$key } from '../../__generated__/MakerList_problem.graphql.ts'
import type { MakerListMutation } from '../../__generated__/MakerListMutation.graphql.ts'
import type { MakerListRemoveMutation } from '../../__generated__/MakerListRemoveMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { DropZone } from '../../ui/upload/DropZone.tsx'
import { textOfFile } from '../../ui/upload/textOfFile.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { EditableRows } from './EditableRows.tsx'
import { type Role, roleOf, SCRIPTS, wordOf } from './makers.ts'

const ROLES: readonly Role[] = ['GENERATOR', 'VALIDATOR']

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
          version
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
  const bring = async (files: readonly File[]) => {
    const brought = await Promise.all(
      files.map(async (file) => {
        const source = (await textOfFile(file)).replaceAll('\r\n', '\n')
        return { role: roleOf(file.name, source), name: wordOf(file.name), source }
      }),
    )
    await save({ input: { problemId: id, makers: brought } })
  }

  return (
    <EditableRows
      title={t('generator:programs')}
      additions={ROLES.map((role) => ({ role, label: t(`generator:add.${role}`) }))}
      pending={pending}
      rows={makers ?? []}
      empty={t('generator:none')}
      cells={({ role, name, files, languageKey, languageName }) => (
        <>
          <Box sx={{ width: 96, color: 'text.secondary' }}>{t(`generator:role.${role}`)}</Box>
          <Box sx={{ typography: 'code', overflowWrap: 'anywhere' }}>{name}</Box>
          {files.length > 0 && (
            <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {t('generator:with', { files: files.map(({ name }) => name).join(', ') })}
            </Box>
          )}
          <Box sx={{ flex: 1, minWidth: 80, color: 'text.secondary' }}>
            {languageKey === SCRIPTS ? t('generator:scripts') : languageName}
          </Box>
        </>
      )}
      dialog={(role, maker, onClose) => (
        <MakerDialog problem={id} role={role} maker={maker} onClose={onClose} />
      )}
      removal={{
        text: t('generator:removeText'),
        refused: words,
        remove: (number) => remove({ input: { number } }),
      }}
    >
      <DropZone
        label={t('generator:drop')}
        hint={t('generator:dropHint')}
        onFiles={(files) => void bring(files)}
      />
    </EditableRows>
  )
}
