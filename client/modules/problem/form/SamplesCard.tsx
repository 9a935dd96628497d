import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { ButtonWithReason } from '../../../ui/controls/ButtonWithReason.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { FieldFrame } from '../../../ui/form/FieldFrame.tsx'
import { FormCard } from '../../../ui/form/FormCard.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { ProblemValues } from './problemValues.ts'

const MOST = 20
/** More samples make the statement long. */
const ADVISED = 2

/** Samples of the statement. */
export function SamplesCard({ form }: { form: Form<ProblemValues> }) {
  const { t } = useTranslation()
  const { value, onChange, onBlur, name, ...frame } = form.field('samples')
  const change = (at: number, part: 'input' | 'output', text: string) =>
    onChange(value.map((sample, index) => (index === at ? { ...sample, [part]: text } : sample)))
  const note = value.length > ADVISED ? t('problemForm:samples.many', { count: ADVISED }) : undefined
  const show = (theirs: unknown) =>
    (theirs as ProblemValues['samples']).map(({ input, output }) => `${input}\n→\n${output}`).join('\n\n')
  return (
    <FormCard
      title={t('problemForm:samples.title')}
      aside={
        <ButtonWithReason
          size="small"
          startIcon={<Icon name="plus" />}
          disabledReason={value.length >= MOST ? t('problemForm:samples.most', { count: MOST }) : null}
          onClick={() => onChange([...value, { input: '', output: '' }])}
        >
          {t('problemForm:samples.add')}
        </ButtonWithReason>
      }
    >
      <FieldFrame
        id={`sample-${name}`}
        group
        label={t('problemForm:samples.title')}
        hiddenLabel
        hint={value.length === 0 ? t('problemForm:samples.none') : note}
        show={show}
        {...frame}
      >
        <Box sx={{ display: 'grid', gap: 4 }}>
          {value.map((sample, at) => {
            const number = at + 1
            return (
              <Box
                key={at}
                role="group"
                aria-label={t('problemForm:samples.one', { number })}
                sx={{
                  display: 'grid',
                  gap: 3,
                  alignItems: 'start',
                  gridTemplateColumns: { xs: 'minmax(0,1fr) auto', sm: '1fr 1fr auto' },
                }}
              >
                {(['input', 'output'] as const).map((part) => (
                  <Box key={part} sx={{ gridColumn: { xs: '1', sm: 'auto' }, minWidth: 0 }}>
                    <Field
                      label={t(`problemForm:samples.${part}`, { number })}
                      multiline
                      minRows={3}
                      maxRows={12}
                      value={sample[part]}
                      onChange={(text) => change(at, part, text)}
                      onBlur={onBlur}
                      inputProps={{ spellCheck: false }}
                      sx={{ '& textarea': { typography: 'code' } }}
                    />
                  </Box>
                ))}
                <IconButton
                  aria-label={t('problemForm:samples.remove', { number })}
                  onClick={() => onChange(value.filter((_, index) => index !== at))}
                  sx={{ gridColumn: { xs: '2', sm: 'auto' }, gridRow: { xs: '1', sm: 'auto' }, mt: 6 }}
                >
                  <Icon name="cross" />
                </IconButton>
              </Box>
            )
          })}
        </Box>
      </FieldFrame>
    </FormCard>
  )
}
