import { toast } from '../../../../app/toasts.ts'
import { ChipsField } from '../../../../ui/form/ChipsField.tsx'
import { ChoiceField } from '../../../../ui/form/ChoiceField.tsx'
import { FormCard, FormGrid } from '../../../../ui/form/FormCard.tsx'
import { NumberField } from '../../../../ui/form/NumberField.tsx'
import { SelectField } from '../../../../ui/form/SelectField.tsx'
import { SwitchField } from '../../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../../ui/form/useForm.ts'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { serverNow } from '../../../../ui/text/serverTime.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import {
  type ContestValues,
  firstSeal,
  freezesAtOf,
  lastsMs,
  OI_SCORINGS,
  SEALS,
  SHOWN_NAMES,
  sealFits,
} from './contestValues.ts'

/** Scoreboard settings: freeze, shown names, OI scoring, star users. */
export function ContestBoardCard({ form }: { form: Form<ContestValues> }) {
  const { t } = useTranslation()
  const { values } = form
  const { value, onChange, ...seal } = form.field('seal')
  const { range } = values
  const lasts = lastsMs(range)
  const freezesAt = freezesAtOf(values)
  const isOn = value.choice !== 'NONE'
  const isSealed = value.choice === 'BEGUN'
  const thaws = form.field('thawsByItself')
  // From the end on only the button that unfreezes does.
  const isOver = isSealed && range.to !== null && Date.parse(range.to) <= serverNow()
  const from = freezesAt && t('contestForm:seal.from', { time: formatDateTime(freezesAt).slice(0, 16) })
  return (
    <FormCard title={t('contestForm:form.board')}>
      <SwitchField
        label={t('contestForm:seal.on')}
        hint={isSealed ? `${from} · ${t('contestForm:seal.begun')}` : undefined}
        disabled={isSealed}
        value={isOn}
        onChange={(on) => onChange({ choice: on ? firstSeal(values) : 'NONE', minutes: null })}
      />
      {isOn && (
        <>
          {!isSealed && (
            <FormGrid>
              <SelectField
                label={t('contestForm:seal.title')}
                hint={from}
                options={SEALS.filter((choice) => choice !== 'NONE').map((choice) => ({
                  value: choice,
                  label: t(`contestForm:seal.choice.${choice}`),
                  disabled: !sealFits(choice, lasts),
                }))}
                {...seal}
                value={value.choice}
                onChange={(choice) => onChange({ choice, minutes: choice === 'OTHER' ? 90 : null })}
              />
              {value.choice === 'OTHER' && (
                <NumberField
                  label={t('contestForm:seal.minutes')}
                  value={value.minutes}
                  onChange={(minutes) => onChange({ ...value, minutes })}
                  onBlur={seal.onBlur}
                />
              )}
            </FormGrid>
          )}
          <SwitchField
            label={t('contestForm:seal.byItself')}
            hint={t(values.thawsByItself ? 'contestForm:seal.spoils' : 'contestForm:seal.byHand')}
            disabled={isOver && !thaws.value}
            {...thaws}
          />
        </>
      )}
      <FormGrid>
        <SelectField
          label={t('contestForm:form.shownName')}
          options={SHOWN_NAMES.map((one) => ({ value: one, label: t(`contestForm:shownName.${one}`) }))}
          {...form.field('shownName')}
        />
        {values.type === 'OI' && (
          <ChoiceField
            label={t('contestForm:form.oiScoring')}
            segments={OI_SCORINGS.map((one) => ({ value: one, label: t(`contestForm:oiScoring.${one}`) }))}
            {...form.field('oiScoring')}
          />
        )}
      </FormGrid>
      <ChipsField
        label={t('contestForm:form.stars')}
        hint={t('contestForm:form.starsHint')}
        most={1000}
        maxLength={50}
        onRepeated={() => toast.warning(t('contestForm:form.starTwice'))}
        {...form.field('stars')}
      />
    </FormCard>
  )
}
