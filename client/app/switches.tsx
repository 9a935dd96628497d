import IconButton from '@mui/material/IconButton'
import { useColorScheme } from '@mui/material/styles'
import { asLocale, LOCALE_NAME, LOCALES, type Locale } from '../../locales/i18n.ts'
import { Icon, type IconName } from '../ui/controls/Icon.tsx'
import { Tip } from '../ui/feedback/Tip.tsx'
import { useTranslation } from '../ui/useTranslation.ts'
import { keepChoice } from './preferences.ts'
import { switchLocale } from './words.ts'

const MODES = ['light', 'dark', 'system'] as const
const MODE_ICON: Record<(typeof MODES)[number], IconName> = { light: 'sun', dark: 'moon', system: 'system' }

/** The current theme mode, and the one a click switches to. */
export function useThemeMode() {
  const { mode, setMode } = useColorScheme()
  const current = mode ?? 'system'
  const next = MODES[(MODES.indexOf(current) + 1) % MODES.length] ?? 'system'
  const choose = (chosen: (typeof MODES)[number]) => {
    setMode(chosen)
    void keepChoice({ mode: chosen })
  }
  return { mode: current, next: () => choose(next), setMode: choose, icon: MODE_ICON[current] }
}

export function ThemeButton() {
  const { t } = useTranslation()
  const { mode, next, icon } = useThemeMode()
  const label = `${t('app:theme.label')}: ${t(`app:theme.${mode}`)}`
  return (
    <Tip title={label}>
      <IconButton aria-label={label} onClick={next}>
        <Icon name={icon} size={18} />
      </IconButton>
    </Tip>
  )
}

/** Switches the language, on the viewer's other devices too. */
export function chooseLocale(locale: Locale) {
  void switchLocale(locale)
  void keepChoice({ locale })
}

/** The other language, and a function to switch to it. */
export function useOtherLocale() {
  const { i18n } = useTranslation()
  const other = LOCALES.find((locale) => locale !== asLocale(i18n.language)) ?? 'en-US'
  return { name: LOCALE_NAME[other], locale: other, choose: () => chooseLocale(other) }
}

export function LocaleButton() {
  const { name, locale, choose } = useOtherLocale()
  return (
    <Tip title={name}>
      <IconButton aria-label={name} lang={locale} onClick={choose}>
        <Icon name="language" size={18} />
      </IconButton>
    </Tip>
  )
}
