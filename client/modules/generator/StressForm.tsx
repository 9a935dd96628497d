import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type {
  StressForm_problem$data,
  StressForm_problem$key,
} from '../../__generated__/StressForm_problem.graphql.ts'
import type { StressFormMutation } from '../../__generated__/StressFormMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ButtonWithReason } from '../../ui/controls/ButtonWithReason.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { FormGrid } from '../../ui/form/FormCard.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { StressOutcome } from './StressOutcome.tsx'

const LONGEST = 300

type Pair = { readonly firstName: string; readonly secondName: string }
type Solution = NonNullable<StressForm_problem$data['solutions']>[number]

/** Numbers of the two solutions to compare: those of the last run, else an accepted one and another. */
function pairOf(all: readonly Solution[], before: Pair | null | undefined) {
  const numberOf = (name: string | undefined) => all.find((one) => one.name === name)?.number
  const first =
    numberOf(before?.firstName) ?? all.find(({ expected }) => expected.includes('ACCEPTED'))?.number
  const second = numberOf(before?.secondName) ?? all.find(({ number }) => number !== first)?.number
  return [first, second]
}

/** Stress test: a generator and two solutions that run until their outputs differ, and the result. */
export function StressForm({ problem }: { problem: StressForm_problem$key }) {
  const { t } = useTranslation()
  const { id, makers, solutions, making, ...shown } = useFragment(
    graphql`
      fragment StressForm_problem on Problem {
        id
        makers {
          role
          name
        }
        solutions {
          number
          name
          expected
        }
        making {
          state
          stress {
            line
            firstName
            secondName
            seconds
          }
        }
        ...StressOutcome_problem
      }
    `,
    problem,
  )
  const all = solutions ?? []
  const generator = makers?.find(({ role }) => role === 'GENERATOR')?.name.replace(/\.[^.]+$/, '')
  const before = making?.stress
  const [right, other] = pairOf(all, before)
  const form = useForm({
    isRepeatable: true,
    values: {
      line: before?.line ?? (generator ? `${generator} {seed}` : ''),
      // Empty: the default, which follows the stored programs.
      first: '',
      second: '',
      seconds: String(before?.seconds ?? 60),
    },
    rules: ({ line, seconds }) => ({
      line: line.includes('{seed}') ? null : { words: t('generator:stress.lineFault') },
      seconds:
        /^\d+$/.test(seconds) && Number(seconds) >= 1 && Number(seconds) <= LONGEST
          ? null
          : { words: t('generator:stress.secondsFault', { most: LONGEST }) },
    }),
  })
  const [start, { pending }] = useMutation<StressFormMutation>(
    graphql`
      mutation StressFormMutation($input: StartStressInput!) {
        startStress(input: $input) {
          ...ScriptForm_problem
          ...MakingOutcome_problem
          ...StressForm_problem
        }
      }
    `,
    { form },
  )
  const { values } = form
  const first = values.first || String(right ?? '')
  const second = values.second || String(other ?? '')
  const send = form.sending(() =>
    start({
      input: {
        problemId: id,
        line: values.line.trim(),
        first: Number(first),
        second: Number(second),
        seconds: Number(values.seconds),
      },
    }),
  )
  const barred = () => {
    if (!generator) return t('generator:stress.noGenerator')
    if (all.length < 2) return t('generator:stress.noSolutions')
    return making && making.state !== 'DONE' ? t('generator:stress.busy') : null
  }
  const options = all.map(({ number, name }) => ({ value: String(number), label: name }))
  return (
    <Box
      component="section"
      aria-label={t('generator:stress.title')}
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box>
        <Box component="h3" sx={{ typography: 'body1', fontWeight: 600 }}>
          {t('generator:stress.title')}
        </Box>
        <Box component="p" sx={{ m: 0, mt: 1, typography: 'dense', color: 'text.secondary' }}>
          {t('generator:stress.about')}
        </Box>
      </Box>
      <Box
        component="form"
        ref={form.form}
        noValidate
        onSubmit={send}
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <Field
          label={t('generator:stress.line')}
          hint={t('generator:stress.lineHint')}
          maxLength={2000}
          inputProps={{ spellCheck: false, autoCapitalize: 'off' }}
          sx={{ typography: 'code' }}
          {...form.field('line')}
        />
        <FormGrid>
          <SelectField
            label={t('generator:stress.first')}
            hint={t('generator:stress.firstHint')}
            options={options}
            {...form.field('first')}
            value={first}
          />
          <SelectField
            label={t('generator:stress.second')}
            options={options}
            {...form.field('second')}
            value={second}
          />
          <Field
            label={t('generator:stress.seconds')}
            inputProps={{ inputMode: 'numeric' }}
            maxLength={3}
            {...form.field('seconds')}
          />
        </FormGrid>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <ButtonWithReason
            type="submit"
            variant="contained"
            disabledReason={barred()}
            loading={pending}
            startIcon={<Icon name="play" />}
          >
            {t('generator:stress.start')}
          </ButtonWithReason>
        </Box>
      </Box>
      <StressOutcome problem={shown} />
    </Box>
  )
}
