import Button from '@mui/material/Button'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

/**
 * Link to the final reveal for viewers who may watch it; organisers have a tab instead, where they choose the
 * medals.
 */
export function RevealButton({ number }: { number: number }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="outlined"
      startIcon={<Icon name="trophy" />}
      href={`/scrollBoard?cid=${number}`}
      target="_blank"
    >
      {t('scoreboard:watchReveal')}
    </Button>
  )
}
