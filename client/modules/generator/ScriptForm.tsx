import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type {
  ScriptForm_problem$data,
  ScriptForm_problem$key,
} from '../../__generated__/ScriptForm_problem.graphql.ts'
import type { ScriptFormMutation } from '../../__generated__/ScriptFormMutation.graphql.ts'
import type { ScriptFormStartMutation } from '../../__generated__/ScriptFormStartMutation.graphql.ts'
import { useUsername } from '../../app/session/useUsername.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useScriptDraft } from './useScriptDraft.ts'

/** Value of the option "first solution expected to be accepted". */
const FIRST = ''

/**
 * Generator script, the solution that writes the answers, and the buttons that generate and check the cases.
 */
export function ScriptForm({ problem }: { problem: ScriptForm_problem$key }) {
  const { t } = useTranslation()
  const { id, makers, refereeTests, testScript, solutions, making } = useFragment(
    graphql`
      fragment ScriptForm_problem on Problem {
        id
        makers {
          number
          role
        }
        refereeTests {
          number
        }
        testScript {
          text
          version
          caseCount
          solutionNumber
          madeCount
          keptCount
          faults {
            line
            kind
            about
          }
        }
        solutions {
          number
          name
          expected
        }
        making {
          id
          state
        }
      }
    `,
    problem,
  )
  const { text, by, version, changed, stale, write, drop, keep, settle } = useScriptDraft(
    `${id} ${useUsername()}`,
    {
      text: testScript?.text ?? '',
      by: testScript?.solutionNumber ?? null,
      version: testScript?.version ?? 0,
    },
  )
  const { revalidate } = useRevalidator()
  const [save, saving] = useMutation<ScriptFormMutation>(
    graphql`
      mutation ScriptFormMutation($input: SaveTestScriptInput!) {
        saveTestScript(input: $input) {
          testScript {
            version
            faults {
              line
            }
          }
          ...ScriptForm_problem
        }
      }
    `,
    { form: { refuse: () => [], stale: () => void revalidate() } },
  )
  const [start, starting] = useMutation<ScriptFormStartMutation>(graphql`
    mutation ScriptFormStartMutation($input: StartMakingInput!) {
      startMaking(input: $input) {
        ...ScriptForm_problem
        ...MakingOutcome_problem
        ...StressForm_problem
      }
    }
  `)
  const send = async () => {
    const answer = await save({ input: { problemId: id, text, solution: by, version } })
    const saved = answer?.saveTestScript.testScript ?? null
    if (saved) settle({ text, by }, saved.version)
    return saved
  }
  const make = async () => {
    const script = changed ? await send() : testScript
    if (script && script.faults.length === 0) await start({ input: { problemId: id, kind: 'MAKE' } })
  }

  const accepted = (solutions ?? []).filter(({ expected }) => expected.includes('ACCEPTED'))
  const running = making !== null && making !== undefined && making.state !== 'DONE'
  const { faults = [], madeCount = 0, keptCount = 0 } = testScript ?? {}
  const hasValidator = (makers ?? []).some(({ role }) => role === 'VALIDATOR')
  const hasTests = (refereeTests ?? []).length > 0
  const canCheck = hasTests || (hasValidator && (testScript?.caseCount ?? 0) > 0)
  return (
    <Box
      component="section"
      aria-label={t('generator:script')}
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <CodeField
        label={t('generator:script')}
        language="plaintext"
        height={180}
        hint={t('generator:scriptHint')}
        value={text}
        onChange={(text) => write({ text, by })}
        onSubmit={() => void (stale || make())}
        conflict={stale ? { theirs: testScript?.text ?? '', take: drop, keep } : null}
      />
      {!changed && faults.length > 0 && <ScriptFaults faults={faults} />}
      <SelectField
        label={t('generator:answers')}
        hint={accepted.length === 0 ? t('generator:noSolution') : undefined}
        value={by === null ? FIRST : String(by)}
        options={[
          { value: FIRST, label: t('generator:firstSolution') },
          ...accepted.map(({ number, name }) => ({ value: String(number), label: name })),
        ]}
        onChange={(value) => write({ text, by: value === FIRST ? null : Number(value) })}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box role="status" sx={{ flex: '1 1 200px', typography: 'dense', color: 'text.secondary' }}>
          {changed
            ? t('generator:unsaved')
            : madeCount + keptCount > 0 && t('generator:counts', { made: madeCount, kept: keptCount })}
        </Box>
        {changed && !stale && (
          <Button loading={saving.pending} onClick={() => void send()}>
            {t('generator:save')}
          </Button>
        )}
        <Button
          disabled={!canCheck || running}
          title={canCheck || hasValidator ? undefined : t('generator:noValidator')}
          loading={starting.pending && !changed}
          onClick={() => void start({ input: { problemId: id, kind: 'CHECK' } })}
        >
          {t('generator:check')}
        </Button>
        <Button
          variant="contained"
          disabled={running || stale || text.trim() === ''}
          loading={starting.pending || saving.pending}
          startIcon={<Icon name="play" />}
          onClick={() => void make()}
        >
          {t('generator:make')}
        </Button>
      </Box>
    </Box>
  )
}

/** Lines of the saved script that are wrong. */
function ScriptFaults({ faults }: { faults: NonNullable<ScriptForm_problem$data['testScript']>['faults'] }) {
  const { t } = useTranslation()
  return (
    <Box
      component="ul"
      role="alert"
      aria-label={t('generator:faults')}
      sx={{ m: 0, pl: 4, typography: 'dense', color: 'verdict.WA.fg' }}
    >
      {faults.map(({ line, kind, about }) => (
        <li key={`${line} ${kind}`}>
          {t('generator:line', { line })} {t(`generator:fault.${kind}`, { about })}
        </li>
      ))}
    </Box>
  )
}
