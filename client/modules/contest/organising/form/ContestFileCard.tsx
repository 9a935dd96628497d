import Box from '@mui/material/Box'
import { useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type {
  ContestFileCardQuery,
  ContestFileCardQuery$data,
} from '../../../../__generated__/ContestFileCardQuery.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { globalId } from '../../../../relay/globalId.ts'
import { shell } from '../../../../relay/shell.ts'
import { FormAlert } from '../../../../ui/form/FormAlert.tsx'
import { FormCard } from '../../../../ui/form/FormCard.tsx'
import { DropZone } from '../../../../ui/upload/DropZone.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { Balloon } from '../../Balloon.tsx'

/** What contest files say. */
export type ContestFindings = ContestFileCardQuery$data['contestFiles']

const MOST_BYTES = 512 * 1024

type Props = {
  found: ContestFindings | null
  onFound: (found: ContestFindings) => void
  /** Whether the problems come with the contest: only an ACM contest has those of such files. */
  takesProblems: boolean
}

/** Fills the form from files of a contest, and lists their problems. */
export function ContestFileCard({ found, onFound, takesProblems }: Props) {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const place = usePlace()
  const [words, setWords] = useState<string | null>(null)
  const read = async (files: readonly File[]) => {
    setWords(null)
    if (files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
      return setWords(t('contestFile:tooLarge'))
    try {
      const given = await Promise.all(
        files.map(async (file) => ({ name: file.name, text: await file.text() })),
      )
      const answer = await fetchQuery<ContestFileCardQuery>(
        environment,
        graphql`
          query ContestFileCardQuery($input: ContestFilesInput!) {
            contestFiles(input: $input) {
              title
              startsAt
              durationSeconds
              freezeSeconds
              notes
              problems {
                label
                key
                title
                color
                problem {
                  number
                  displayId
                  title
                }
              }
            }
          }
        `,
        { input: { files: given, groupId: place === null ? null : globalId('Group', place) } },
      ).toPromise()
      if (!answer) return
      onFound(answer.contestFiles)
      toast.success(t('contestFile:read'))
    } catch (error) {
      setWords(shell().words(error))
    }
  }
  return (
    <FormCard title={t('contestFile:title')}>
      <DropZone
        label={t('contestFile:choose')}
        hint={t('contestFile:hint')}
        accept=".yaml,.yml,.json,.xml"
        onFiles={(files) => void read(files)}
      />
      {words && <FormAlert>{words}</FormAlert>}
      {found?.notes.map((note) => (
        <Box key={note} sx={{ typography: 'dense', color: 'text.secondary' }}>
          {t(`contestFile:note.${note}`)}
        </Box>
      ))}
      {found && found.problems.length > 0 && (
        <Box
          component="ul"
          aria-label={t('contestFile:problems')}
          sx={{ display: 'grid', gap: 2, listStyle: 'none', p: 0, m: 0 }}
        >
          {found.problems.map(({ label, key, title, color, problem }) => (
            <Box
              component="li"
              key={label}
              sx={{
                display: 'grid',
                gridTemplateColumns: 'auto auto minmax(0,1fr)',
                gap: 2,
                alignItems: 'baseline',
              }}
            >
              <Balloon color={color} />
              <b>{label}</b>
              <Box sx={{ overflowWrap: 'anywhere' }}>
                {problem ? `${problem.displayId} ${problem.title}` : (title ?? key)}
                {!problem && (
                  <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('contestFile:unknown')}</Box>
                )}
              </Box>
            </Box>
          ))}
        </Box>
      )}
      {found && found.problems.length > 0 && !takesProblems && (
        <FormAlert>{t('contestFile:onlyAcm')}</FormAlert>
      )}
    </FormCard>
  )
}
