import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { ChoiceField } from '../../../../ui/form/ChoiceField.tsx'
import { ColourField } from '../../../../ui/form/ColourField.tsx'
import { FieldFrame } from '../../../../ui/form/FieldFrame.tsx'
import { FormCard } from '../../../../ui/form/FormCard.tsx'
import { NumberField } from '../../../../ui/form/NumberField.tsx'
import type { Form } from '../../../../ui/form/useForm.ts'
import { OrderHandle } from '../../../../ui/table/OrderHandle.tsx'
import { move } from '../../../../ui/table/order.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { visuallyHidden } from '../../../../ui/visuallyHidden.ts'
import { AWARD_KINDS, type ContestValues, FIRST_TIERS, type Tier } from './contestValues.ts'

const MOST = 20

/** Colours of a further tier. */
const NEXT_COLOURS = { background: '#5f6b7a', color: '#ffffff' }

const tierGrid = {
  display: 'grid',
  gap: 2,
  alignItems: 'end',
  bgcolor: 'surface.main',
  gridTemplateColumns: {
    xs: 'auto minmax(0,1fr) auto',
    md: 'auto minmax(0,3fr) 104px minmax(0,2fr) minmax(0,2fr) auto',
  },
  gridTemplateAreas: {
    xs: '"handle name remove" ". number ." ". background ." ". color ."',
    md: '"handle name number background color remove"',
  },
} as const

/** Awards of a contest: tiers, best first, each for a share or a number of rows. */
export function AwardsCard({ form }: { form: Form<ContestValues> }) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const kind = form.field('awardKind')
  const { value, onChange, onBlur, name, ...frame } = form.field('awards')
  const change = (at: number, part: Partial<Tier>) =>
    onChange(value.map((tier, index) => (index === at ? { ...tier, ...part } : tier)))
  const isShare = kind.value === 'PERCENTAGE'
  const first = () =>
    FIRST_TIERS.map(({ key, ...tier }): Tier => ({ ...tier, name: t(`contestForm:awards.${key}`) }))
  return (
    <FormCard
      title={t('contestForm:awards.title')}
      aside={
        kind.value !== 'NONE' && (
          <Button
            size="small"
            startIcon={<Icon name="plus" />}
            disabled={value.length >= MOST}
            onClick={() => onChange([...value, { name: '', ...NEXT_COLOURS, number: 0 }])}
          >
            {t('contestForm:awards.add')}
          </Button>
        )
      }
    >
      <ChoiceField
        label={t('contestForm:awards.kind')}
        hint={t(`contestForm:awards.kindHint.${kind.value}`)}
        {...kind}
        segments={AWARD_KINDS.map((one) => ({ value: one, label: t(`contestForm:awards.kinds.${one}`) }))}
        onChange={(one) => {
          kind.onChange(one)
          if (one !== 'NONE' && value.length === 0) onChange(first())
        }}
      />
      {kind.value !== 'NONE' && (
        <FieldFrame
          id={`awards-${name}`}
          group
          label={t('contestForm:awards.tiers')}
          show={(theirs) =>
            (theirs as readonly Tier[]).map((tier) => `${tier.name} ${tier.number}`).join(', ')
          }
          {...frame}
        >
          <Box component="ol" sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0,1fr)' }}>
            {value.map((tier, at) => (
              <Box
                key={at}
                component="li"
                aria-label={t('contestForm:awards.tier', { number: at + 1 })}
                sx={tierGrid}
              >
                <Box sx={{ gridArea: 'handle', display: 'flex', alignItems: 'center', height: 40 }}>
                  <OrderHandle
                    name={tier.name || t('contestForm:awards.tier', { number: at + 1 })}
                    place={at}
                    total={value.length}
                    onMove={(from, to) => onChange(move(value, from, to))}
                    onSay={setSaid}
                  />
                </Box>
                <Box sx={{ gridArea: 'name' }}>
                  <Field
                    label={t('contestForm:awards.name', { number: at + 1 })}
                    maxLength={50}
                    value={tier.name}
                    onChange={(text) => change(at, { name: text })}
                    onBlur={onBlur}
                  />
                </Box>
                <Box sx={{ gridArea: 'number' }}>
                  <NumberField
                    label={t(`contestForm:awards.number.${isShare ? 'PERCENTAGE' : 'COUNT'}`, {
                      number: at + 1,
                    })}
                    unit={isShare ? '%' : undefined}
                    value={tier.number}
                    onChange={(number) => change(at, { number })}
                    onBlur={onBlur}
                  />
                </Box>
                <Box sx={{ gridArea: 'background' }}>
                  <ColourField
                    label={t('contestForm:awards.background', { number: at + 1 })}
                    value={tier.background}
                    onChange={(background) => change(at, { background })}
                    onBlur={onBlur}
                  />
                </Box>
                <Box sx={{ gridArea: 'color' }}>
                  <ColourField
                    label={t('contestForm:awards.color', { number: at + 1 })}
                    value={tier.color}
                    onChange={(color) => change(at, { color })}
                    onBlur={onBlur}
                  />
                </Box>
                <IconButton
                  aria-label={t('contestForm:awards.remove', { number: at + 1 })}
                  onClick={() => onChange(value.filter((_, index) => index !== at))}
                  sx={{ gridArea: 'remove', mb: 0.5 }}
                >
                  <Icon name="cross" />
                </IconButton>
              </Box>
            ))}
          </Box>
        </FieldFrame>
      )}
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </FormCard>
  )
}
