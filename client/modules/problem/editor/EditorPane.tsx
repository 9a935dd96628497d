import Box from '@mui/material/Box'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { retryImport } from '../../../relay/retryImport.ts'
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { whenMarkdown } from '../../../ui/markdown/markdownCode.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useWorkbench } from '../workbenchContext.ts'
import { EditorBar } from './EditorBar.tsx'

const loadBars = () => retryImport(() => import('../AsideBar.tsx'))
const AsideBar = lazyPart(async () => (await loadBars()).AsideBar)
const OfferBar = lazyPart(async () => (await loadBars()).OfferBar)

/** The editor and its bar. Monaco loads after the statement is readable. */
export function EditorPane() {
  const { t } = useTranslation()
  const { offer, draft, editor, language, family, template, submit, run } = useWorkbench()
  const settings = useSyncExternalStore(draft.watch, draft.settings)
  const { aside } = useSyncExternalStore(draft.watch, draft.state)
  const quiet = useQuietMoment()

  return (
    <Box
      component="section"
      aria-label={t('problem:editor.title')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <EditorBar />
      <Suspense fallback={null}>
        {aside && <AsideBar />}
        {offer && <OfferBar />}
      </Suspense>
      <Box sx={{ flex: 1, minHeight: 0, bgcolor: 'editor.bg' }}>
        <CodeEditor
          ref={editor}
          defaultValue={draft.code() ?? template}
          language={family}
          label={t('problem:editor.label', { language: language?.name ?? '' })}
          theme={settings.theme}
          fontSize={settings.fontSize}
          tabSize={settings.tabSize}
          plain={!quiet}
          onChange={draft.type}
          onSubmit={() => submit()}
          onRun={() => run()}
        />
      </Box>
    </Box>
  )
}

/** True once the statement is readable and the browser is idle. */
function useQuietMoment() {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    let gone = false
    const begin = () => {
      if (!gone) setQuiet(true)
    }
    const whenIdle = () => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(begin, { timeout: 1500 })
      else setTimeout(begin, 200)
    }
    whenMarkdown().then(whenIdle, whenIdle)
    return () => {
      gone = true
    }
  }, [])
  return quiet
}
