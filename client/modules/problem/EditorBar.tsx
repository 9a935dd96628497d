import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { EditorBarLastQuery } from '../../__generated__/EditorBarLastQuery.graphql.ts'
import { failureWords } from '../../app/failures.ts'
import { askedToLogin } from '../../app/guards.ts'
import { toast } from '../../app/toasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { EditorSettingsDialog } from './EditorSettingsDialog.tsx'
import { useWorkbench } from './workbenchContext.ts'

/** The language, whether the code is safe, and what can be done with it. */
export function EditorBar() {
  const { t } = useTranslation()
  const { languages, language, chooseLanguage, displayId, template, replaceCode } = useWorkbench()
  const [asking, setAsking] = useState<'reset' | 'settings' | null>(null)

  return (
    <Box
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 2,
        minHeight: 44,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {language ? (
        <Tooltip title={language.description}>
          <Box component="span" sx={{ display: 'inline-flex', minWidth: 0 }}>
            <Picker
              label={t('problem:editor.language')}
              hiddenLabel
              value={language.key}
              options={languages.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={chooseLanguage}
            />
          </Box>
        </Tooltip>
      ) : (
        <Box sx={{ typography: 'dense', color: 'verdict.TLE.fg' }}>{t('problem:editor.noLanguage')}</Box>
      )}
      <SavedMark />
      <Box sx={{ flex: 1 }} />
      <LastAccepted />
      <Tooltip title={t('problem:editor.reset')}>
        <IconButton aria-label={t('problem:editor.reset')} onClick={() => setAsking('reset')}>
          <Icon name="retry" />
        </IconButton>
      </Tooltip>
      <Tooltip title={t('problem:editor.settings')}>
        <IconButton aria-label={t('problem:editor.settings')} onClick={() => setAsking('settings')}>
          <Icon name="settings" />
        </IconButton>
      </Tooltip>
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
    <Tooltip title={t(`problem:editor.${failed ? 'failedHint' : 'savedHint'}`)}>
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1,
          typography: 'caption',
          whiteSpace: 'nowrap',
          color: failed ? 'verdict.WA.fg' : 'text.tertiary',
        }}
      >
        <Icon name={failed ? 'alert' : saved === 'saved' ? 'check' : 'dots'} size={14} />
        {t(`problem:editor.${saved}`)}
      </Box>
    </Tooltip>
  )
}

/** Puts the code that was accepted last into the editor; one click takes it back. */
function LastAccepted() {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const { displayId, languages, language, chooseLanguage, draft, editor, template } = useWorkbench()
  const [pending, setPending] = useState(false)

  const put = (key: string, family: string, code: string) => {
    draft.type(family, code)
    chooseLanguage(key)
    // When the family is another one, the editor begins anew with what the draft has.
    if (family === language?.editorLanguage) editor.current?.setValue(code)
  }

  const fetchLast = async () => {
    if (askedToLogin()) return
    setPending(true)
    try {
      const answer = await fetchQuery<EditorBarLastQuery>(
        environment,
        graphql`
          query EditorBarLastQuery($displayId: String!) {
            problem(displayId: $displayId) {
              viewerLastAccepted {
                source
                language
              }
            }
          }
        `,
        { displayId },
        { fetchPolicy: 'network-only' },
      ).toPromise()
      const last = answer?.problem.viewerLastAccepted
      if (!last) return toast.error(t('refusal:NOT_SOLVED'))
      if (last.source === null || last.source === undefined) return toast.error(t('refusal:FORBIDDEN'))
      const its = languages.find(({ key }) => key === last.language) ?? language
      if (!its) return toast.error(t('problem:editor.noLanguage'))
      const before = draft.code(its.editorLanguage) ?? (its.key === language?.key ? template : its.template)
      put(its.key, its.editorLanguage, last.source)
      toast.success(t('problem:editor.lastDone'), {
        label: t('problem:editor.undo'),
        onClick: () => {
          draft.type(its.editorLanguage, before)
          editor.current?.setValue(before)
          if (language) chooseLanguage(language.key)
        },
      })
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Button size="small" variant="text" loading={pending} onClick={() => void fetchLast()}>
      {t('problem:editor.last')}
    </Button>
  )
}
