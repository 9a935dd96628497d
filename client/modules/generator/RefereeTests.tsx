import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type {
  RefereeTests_problem$data,
  RefereeTests_problem$key,
} from '../../__generated__/RefereeTests_problem.graphql.ts'
import type { RefereeTestsRemoveMutation } from '../../__generated__/RefereeTestsRemoveMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { EditableRows } from './EditableRows.tsx'

const RefereeTestDialog = lazyPart(async () => (await import('./RefereeTestDialog.tsx')).RefereeTestDialog)

const ROLES = ['VALIDATOR', 'CHECKER'] as const

type Tried = NonNullable<RefereeTests_problem$data['making']>['tests'][number]

type Side = { readonly isWhole: boolean } | null | undefined

const isWhole = ({ input, answer, output }: { input: Side; answer: Side; output: Side }) =>
  [input, answer, output].every((side) => side?.isWhole ?? true)

/**
 * Inputs that validators must reject and outputs that the checker must reject, with the results of the last
 * check.
 */
export function RefereeTests({ problem }: { problem: RefereeTests_problem$key }) {
  const { t } = useTranslation()
  const { id, refereeTests, making } = useFragment(
    graphql`
      fragment RefereeTests_problem on Problem {
        id
        refereeTests {
          number
          role
          name
          accepts
          input {
            text
            isWhole
          }
          answer {
            text
            isWhole
          }
          output {
            text
            isWhole
          }
        }
        making {
          tests {
            role
            name
            accepts
            isDone
            fault
            message
          }
        }
      }
    `,
    problem,
  )
  const [remove, { words }] = useMutation<RefereeTestsRemoveMutation>(
    graphql`
      mutation RefereeTestsRemoveMutation($input: RemoveRefereeTestInput!) {
        removeRefereeTest(input: $input) {
          ...RefereeTests_problem
          ...ScriptForm_problem
        }
      }
    `,
    { quiet: true },
  )
  const triedOf = ({ role, name, accepts }: Pick<Tried, 'role' | 'name' | 'accepts'>) =>
    making?.tests.find((one) => one.role === role && one.name === name && one.accepts === accepts)

  return (
    <EditableRows
      title={t('generator:test.title')}
      about={t('generator:test.about')}
      additions={ROLES.map((role) => ({ role, label: t(`generator:test.add.${role}`) }))}
      rows={refereeTests ?? []}
      cells={(test) => (
        <>
          <Box sx={{ width: 96, color: 'text.secondary' }}>{t(`generator:test.role.${test.role}`)}</Box>
          <Box sx={{ minWidth: 120, overflowWrap: 'anywhere' }}>{test.name}</Box>
          <Box sx={{ color: 'text.secondary' }}>
            {t(test.accepts ? 'generator:test.accepted' : 'generator:test.refused')}
          </Box>
          <Box sx={{ flex: 1, minWidth: 120 }}>
            <TestResult tried={triedOf(test)} />
          </Box>
        </>
      )}
      // A test longer than the preview can only be changed by importing a package.
      canEdit={isWhole}
      dialog={(role, test, onClose) => (
        <RefereeTestDialog problem={id} role={role} test={test} onClose={onClose} />
      )}
      removal={{
        text: t('generator:test.removeText'),
        refused: words,
        remove: (number) => remove({ input: { number } }),
      }}
    />
  )
}

/** Result of the last check of a test. */
function TestResult({ tried }: { tried: Tried | undefined }) {
  const { t } = useTranslation()
  if (!tried?.isDone) return <Box sx={{ color: 'text.tertiary' }}>{t('generator:test.untried')}</Box>
  return (
    <Box sx={{ color: tried.fault ? 'verdict.WA.fg' : 'verdict.AC.fg', overflowWrap: 'anywhere' }}>
      {tried.fault ? t(`generator:wrong.${tried.fault}`) : t('generator:fine')}
      {tried.fault && tried.message && (
        <Box component="span" sx={{ display: 'block', typography: 'code', whiteSpace: 'pre-wrap' }}>
          {tried.message}
        </Box>
      )}
    </Box>
  )
}
