import { Picker } from '../../../ui/controls/Picker.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { REASONS } from '../addresses.ts'

type Reason = (typeof REASONS)[number]
type Props = { value: Reason | null; onChange: (reason: Reason | null) => void }

/** Selects entries of one reason. */
export function ReasonPicker({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Picker
      label={t('shop:entry.reason')}
      value={value ?? ''}
      options={[
        { value: '', label: t('shop:entry.any') },
        ...REASONS.map((reason) => ({ value: reason, label: t(`shop:reason.${reason}`) })),
      ]}
      onChange={(chosen) => onChange(REASONS.find((one) => one === chosen) ?? null)}
    />
  )
}
