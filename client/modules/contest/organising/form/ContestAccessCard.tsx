import Box from '@mui/material/Box'
import { Field } from '../../../../ui/controls/Field.tsx'
import { ChipsField } from '../../../../ui/form/ChipsField.tsx'
import { ChoiceField } from '../../../../ui/form/ChoiceField.tsx'
import { FieldFrame } from '../../../../ui/form/FieldFrame.tsx'
import { FormCard, FormGrid } from '../../../../ui/form/FormCard.tsx'
import { NumberField } from '../../../../ui/form/NumberField.tsx'
import { SwitchField } from '../../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { ACCESSES } from '../managedContests.ts'
import { type ContestValues, dropsRegistrations } from './contestValues.ts'

type Props = {
  form: Form<ContestValues>
  saved: ContestValues
  /** Number of registrations. */
  registrations: number
}

/** Access of a contest: public, by password, by rules on accounts. */
export function ContestAccessCard({ form, saved, registrations }: Props) {
  const { t } = useTranslation()
  const { access } = form.values
  const drops = registrations > 0 && dropsRegistrations(form.values, saved)
  const warning = drops ? t('contestForm:form.drops', { count: registrations }) : undefined
  return (
    <FormCard title={t('contestForm:form.access')}>
      <ChoiceField
        label={t('organising:column.access')}
        hint={access === 'PUBLIC' && warning ? warning : t(`contestForm:form.accessHint.${access}`)}
        {...form.field('access')}
        segments={ACCESSES.map((value) => ({ value, label: t(`contest:access.${value}`) }))}
      />
      {access !== 'PUBLIC' && (
        <Field
          label={t('contestForm:form.password')}
          required
          maxLength={64}
          hint={warning ?? t('contestForm:form.passwordHint')}
          inputProps={{ autoComplete: 'off', spellCheck: false }}
          {...form.field('password')}
        />
      )}
      <AccountsField form={form} />
    </FormCard>
  )
}

/** Number of example names that show the effect of a rule. */
const FEW = 3

function AccountsField({ form }: { form: Form<ContestValues> }) {
  const { t } = useTranslation()
  const { value, onChange, onBlur, name, ...frame } = form.field('accounts')
  const { isOn, prefix, suffix, start, end, extra } = value
  const change = (part: Partial<ContestValues['accounts']>) => onChange({ ...value, ...part })
  const isSound = start !== null && end !== null && start >= 0 && start <= end
  const count = isSound ? end - start + 1 : 0
  const nameAt = (at: number) => `${prefix}${at}${suffix}`
  const names = isSound
    ? count <= FEW + 1
      ? Array.from({ length: count }, (_, at) => nameAt(start + at))
      : [...Array.from({ length: FEW }, (_, at) => nameAt(start + at)), '…', nameAt(end)]
    : []
  return (
    <>
      <SwitchField
        label={t('contestForm:accounts.on')}
        hint={t('contestForm:accounts.hint')}
        value={isOn}
        onChange={(on) => change({ isOn: on })}
      />
      {isOn && (
        <FieldFrame
          id={`accounts-${name}`}
          group
          label={t('contestForm:accounts.title')}
          hint={
            names.length > 0 &&
            t('contestForm:accounts.preview', {
              count: count + extra.length,
              names: [...names, ...extra.slice(0, FEW)].join(' · '),
            })
          }
          {...frame}
        >
          <Box sx={{ display: 'grid', gap: 4 }}>
            <FormGrid>
              <Field
                label={t('contestForm:accounts.prefix')}
                maxLength={50}
                value={prefix}
                onChange={(text) => change({ prefix: text })}
                onBlur={onBlur}
              />
              <Field
                label={t('contestForm:accounts.suffix')}
                maxLength={50}
                value={suffix}
                onChange={(text) => change({ suffix: text })}
                onBlur={onBlur}
              />
              <NumberField
                label={t('contestForm:accounts.start')}
                value={start}
                onChange={(number) => change({ start: number })}
                onBlur={onBlur}
              />
              <NumberField
                label={t('contestForm:accounts.end')}
                value={end}
                onChange={(number) => change({ end: number })}
                onBlur={onBlur}
              />
            </FormGrid>
            <ChipsField
              label={t('contestForm:accounts.extra')}
              value={extra}
              most={500}
              maxLength={500}
              clean={(text) => text.trim()}
              onChange={(names) => change({ extra: names.flatMap((one) => one.split(/\s+/)) })}
              onBlur={onBlur}
            />
          </Box>
        </FieldFrame>
      )}
    </>
  )
}
