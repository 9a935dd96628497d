import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import { asLocale, DEFAULT_LOCALE, LOCALE_NAME, LOCALES } from '../../../../locales/i18n.ts'
import type { LookForm_profile$key } from '../../../__generated__/LookForm_profile.graphql.ts'
import { MODE_OF } from '../../../app/preferences.ts'
import { chooseLocale, useThemeMode } from '../../../app/switches.tsx'
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

const MODES = ['light', 'dark', 'system'] as const

/** Language and theme, saved to the account; each takes effect at once. */
export function LookForm(props: { profile: LookForm_profile$key }) {
  const { t, i18n } = useTranslation()
  const { theme } = useFragment(
    graphql`
      fragment LookForm_profile on Profile {
        locale
        theme
      }
    `,
    props.profile,
  )
  const { mode, setMode } = useThemeMode()
  return (
    <Box sx={{ display: 'grid', gap: 3.5 }}>
      <ChoiceField
        label={t('setting:look.language')}
        value={asLocale(i18n.language) ?? DEFAULT_LOCALE}
        segments={LOCALES.map((value) => ({ value, label: LOCALE_NAME[value] }))}
        onChange={chooseLocale}
      />
      <ChoiceField
        label={t('app:theme.label')}
        value={(theme && MODE_OF[theme]) || mode}
        segments={MODES.map((value) => ({ value, label: t(`app:theme.${value}`) }))}
        onChange={setMode}
      />
    </Box>
  )
}
