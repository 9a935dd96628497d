import { type RefObject, useState } from 'react'
import type { CodeEditorHandle } from '../../../ui/code/CodeEditor.tsx'
import { type Offer, type OfferedLanguage, pickLanguage, templateOf } from '../workbenchContext.ts'
import type { Draft } from './draft.ts'

/** Family of the text until a language is offered. */
const NO_FAMILY = 'plaintext'

type Options = {
  languages: readonly OfferedLanguage[]
  templates: Parameters<typeof templateOf>[0]
  draft: Draft
  editor: RefObject<CodeEditorHandle | null>
}

/** The language of the editor and its template; changing it keeps, replaces or offers code. */
export function useLanguageChoice({ languages, templates, draft, editor }: Options) {
  const [wanted, setWanted] = useState(draft.language)
  const language = pickLanguage(languages, wanted)
  const family = language?.editorLanguage ?? draft.family() ?? NO_FAMILY
  const template = templateOf(templates, languages, language)
  const [offer, setOffer] = useState<Offer | null>(null)

  const replaceCode = (code: string) => {
    draft.type(code)
    editor.current?.setValue(code)
  }

  const chooseLanguage = (key: string) => {
    const chosen = languages.find((one) => one.key === key)
    if (!chosen) return
    const code = draft.code() ?? template
    const fresh = templateOf(templates, languages, chosen)
    const left = draft.earlier(chosen.editorLanguage)
    // An unchanged template is not a text of the viewer's.
    const before = left === fresh ? null : left
    draft.choose(key, chosen.editorLanguage)
    setWanted(key)
    // Nothing was typed yet: replace the old language's template.
    if (code.trim() === '' || code === template) {
      setOffer(null)
      if (fresh !== code) replaceCode(before ?? fresh)
    } else if (before) setOffer({ kind: 'earlier', code: before })
    else setOffer(fresh.trim() && fresh !== code ? { kind: 'template', code: fresh } : null)
  }

  const putCode = (key: string, code: string) => {
    const chosen = languages.find((one) => one.key === key)
    if (chosen) draft.choose(key, chosen.editorLanguage)
    setWanted(key)
    setOffer(null)
    replaceCode(code)
  }

  return { language, family, template, offer, setOffer, chooseLanguage, putCode, replaceCode }
}
