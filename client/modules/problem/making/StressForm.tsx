import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { StressForm_problem$key } from '../../../__generated__/StressForm_problem.graphql.ts'
import type { StressFormMutation } from '../../../__generated__/StressFormMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { BarredButton } from '../../../ui/BarredButton.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormGrid } from '../../../ui/form/FormCard.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { StressOutcome } from './StressOutcome.tsx'

const LONGEST = 300

/** A generator and two solutions that run until they differ, and what came of it. */
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
  const numberOf = (name: string | undefined) => all.find((one) => one.name === name)?.number
  const right =
    numberOf(before?.firstName) ?? all.find(({ expected }) => expected.includes('ACCEPTED'))?.number
  const other = numberOf(before?.secondName) ?? all.find(({ number }) => number !== right)?.number
  const form = useForm({
    values: {
      line: before?.line ?? (generator ? `${generator} {seed}` : ''),
      // Empty: the default, which follows the programs that are kept.
      first: '',
      second: '',
      seconds: String(before?.seconds ?? 60),
    },
    rules: ({ line, seconds }) => ({
      line: line.includes('{seed}') ? null : { words: t('making:stress.lineFault') },
      seconds:
        /^\d+$/.test(seconds) && Number(seconds) >= 1 && Number(seconds) <= LONGEST
          ? null
          : { words: t('making:stress.secondsFault', { most: LONGEST }) },
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
        ...{ problemId: id, line: values.line.trim(), first: Number(first), second: Number(second) },
        seconds: Number(values.seconds),
      },
    }),
  )
  const barred = () => {
    if (!generator) return t('making:stress.noGenerator')
    if (all.length < 2) return t('making:stress.noSolutions')
    return making && making.state !== 'DONE' ? t('making:stress.busy') : null
  }
  const options = all.map(({ number, name }) => ({ value: String(number), label: name }))
  return (
    <Box
      component="section"
      aria-label={t('making:stress.title')}
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box>
        <Box component="h3" sx={{ typography: 'body1', fontWeight: 600 }}>
          {t('making:stress.title')}
        </Box>
        <Box component="p" sx={{ m: 0, mt: 1, typography: 'dense', color: 'text.secondary' }}>
          {t('making:stress.about')}
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
          label={t('making:stress.line')}
          hint={t('making:stress.lineHint')}
          maxLength={2000}
          inputProps={{ spellCheck: false, autoCapitalize: 'off' }}
          sx={{ typography: 'code' }}
          {...form.field('line')}
        />
        <FormGrid>
          <SelectField
            label={t('making:stress.first')}
            hint={t('making:stress.firstHint')}
            options={options}
            {...form.field('first')}
            value={first}
          />
          <SelectField
            label={t('making:stress.second')}
            options={options}
            {...form.field('second')}
            value={second}
          />
          <Field
            label={t('making:stress.seconds')}
            inputProps={{ inputMode: 'numeric' }}
            maxLength={3}
            {...form.field('seconds')}
          />
        </FormGrid>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <BarredButton
            type="submit"
            variant="contained"
            barred={barred()}
            loading={pending}
            startIcon={<Icon name="play" />}
          >
            {t('making:stress.start')}
          </BarredButton>
        </Box>
      </Box>
      <StressOutcome problem={shown} />
    </Box>
  )
}
