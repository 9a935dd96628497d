import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { useRelayEnvironment } from 'react-relay'
import { failureWords } from '../../../app/failures.ts'
import { askedToLogin } from '../../../app/session/guards.ts'
import { toast } from '../../../app/toasts.ts'
import { retryImport } from '../../../relay/retryImport.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { Tip } from '../../../ui/feedback/Tip.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useWorkbench } from '../workbenchContext.ts'
import { baseOf, counterpartOf, languageOptions } from './languageList.ts'

const ConfirmDialog = lazyPart(
  async () => (await retryImport(() => import('../../../ui/feedback/ConfirmDialog.tsx'))).ConfirmDialog,
)
const EditorSettingsDialog = lazyPart(
  async () => (await retryImport(() => import('./EditorSettingsDialog.tsx'))).EditorSettingsDialog,
)

/** Bar above the editor: language, save state and actions. */
export function EditorBar() {
  const { t } = useTranslation()
  const { languages, language, chooseLanguage, displayId, template, replaceCode, draft } = useWorkbench()
  const [asking, setAsking] = useState<'reset' | 'settings' | null>(null)
  const counterpart = language && counterpartOf(languages, language)
  /** Keep the optimised build (-O2) when the new language has one. */
  const choose = (key: string) => {
    const chosen = languages.find((one) => one.key === key)
    const optimised = language?.baseKey && chosen && counterpartOf(languages, chosen)
    chooseLanguage((optimised || chosen)?.key ?? key)
  }

  return (
    <Box
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, md: 2 },
        px: 2,
        minHeight: 44,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {language ? (
        <Tip title={language.description}>
          <Box component="span" sx={{ display: 'inline-flex', minWidth: 0 }}>
            <Picker
              label={t('problem:editor.language')}
              hiddenLabel
              value={baseOf(languages, language).key}
              options={languageOptions(languages, draft.recent(), t('problem:editor.recent'))}
              onChange={choose}
            />
          </Box>
        </Tip>
      ) : (
        <Box sx={{ typography: 'dense', color: 'verdict.TLE.fg' }}>{t('problem:editor.noLanguage')}</Box>
      )}
      {language && counterpart && (
        <Tip title={t('problem:editor.optimised')}>
          <Button
            size="small"
            variant="outlined"
            aria-label={t('problem:editor.optimised')}
            aria-pressed={Boolean(language.baseKey)}
            onClick={() => chooseLanguage(counterpart.key)}
            sx={{
              minWidth: 0,
              px: 1.5,
              ...(language.baseKey
                ? { color: 'primary.main', borderColor: 'primary.main' }
                : { color: 'text.tertiary' }),
            }}
          >
            O2
          </Button>
        </Tip>
      )}
      <SavedMark />
      <Box sx={{ flex: 1 }} />
      <LastAccepted />
      <Tip title={t('problem:editor.reset')}>
        <IconButton aria-label={t('problem:editor.reset')} onClick={() => setAsking('reset')}>
          <Icon name="retry" />
        </IconButton>
      </Tip>
      <Tip title={t('problem:editor.settings')}>
        <IconButton aria-label={t('problem:editor.settings')} onClick={() => setAsking('settings')}>
          <Icon name="settings" />
        </IconButton>
      </Tip>
      <Suspense fallback={null}>
        {asking === 'reset' && (
          <ConfirmDialog
            title={t('problem:editor.resetTitle', { id: displayId })}
            confirm={t('problem:editor.reset')}
            destructive
            onConfirm={() => replaceCode(template)}
            onClose={() => setAsking(null)}
          >
            {t('problem:editor.resetText')}
          </ConfirmDialog>
        )}
        {asking === 'settings' && <EditorSettingsDialog onClose={() => setAsking(null)} />}
      </Suspense>
    </Box>
  )
}

function SavedMark() {
  const { t } = useTranslation()
  const { draft } = useWorkbench()
  const { saved } = useSyncExternalStore(draft.watch, draft.state)
  if (saved === 'nothing') return null
  const failed = saved === 'failed'
  return (
    <Tip title={t(`problem:editor.${failed ? 'failedHint' : 'savedHint'}`)}>
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1,
          typography: 'caption',
          // A phone has room for the mark only; a failure is told in words everywhere.
          ...(!failed && { fontSize: { xs: 0, md: 'caption.fontSize' } }),
          whiteSpace: 'nowrap',
          color: failed ? 'verdict.WA.fg' : 'text.tertiary',
        }}
      >
        <Icon name={failed ? 'alert' : saved === 'saved' ? 'check' : 'dots'} size={14} />
        {t(`problem:editor.${saved}`)}
      </Box>
    </Tip>
  )
}

/** Puts the last accepted code into the editor; one click undoes it. */
function LastAccepted() {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const { venue, displayId, languages, language, draft, template, putCode } = useWorkbench()
  const [pending, setPending] = useState(false)

  const fetchLast = async () => {
    if (askedToLogin()) return
    setPending(true)
    try {
      const { lastAccepted } = await retryImport(() => import('./lastAccepted.ts'))
      const last = await lastAccepted(environment, venue?.number ?? null, displayId)
      if (!last) return toast.error(t('problem:refused.notSolved'))
      if (last.source === null || last.source === undefined)
        return toast.error(t('problem:refused.forbidden'))
      const its = languages.find(({ key }) => key === last.languageKey) ?? language
      if (!its) return toast.error(t('problem:editor.noLanguage'))
      const before = draft.code() ?? template
      putCode(its.key, last.source)
      toast.success(t('problem:editor.lastDone'), {
        label: t('problem:editor.undo'),
        onClick: () => putCode((language ?? its).key, before),
      })
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Button
      size="small"
      variant="text"
      loading={pending}
      onClick={() => void fetchLast()}
      sx={{ flex: 'none' }}
    >
      {t('problem:editor.last')}
    </Button>
  )
}
