import { useSearchParams } from 'react-router-dom'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { Counting } from './ProblemsPanel.tsx'

type Props = { counting: Counting; canBeLate: boolean; canOpen: boolean }

/**
 * Switches for what the counts of the problems include; kept in the address, like those of the scoreboard.
 */
export function CountSwitches({ counting, canBeLate, canOpen }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const set = (key: keyof Counting) => (on: boolean) => {
    const next = new URLSearchParams(search)
    if (on) next.set(key, 'true')
    else next.delete(key)
    setSearch(next, { replace: true })
  }
  return (
    <>
      {canBeLate && <Toggle label={t('scoreboard:lateSwitch')} on={counting.late} onChange={set('late')} />}
      {canOpen && <Toggle label={t('scoreboard:openSwitch')} on={counting.open} onChange={set('open')} />}
    </>
  )
}
