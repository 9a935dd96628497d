import { commitMutation, graphql } from 'relay-runtime'
import type { sendChoiceEditorMutation } from '../../__generated__/sendChoiceEditorMutation.graphql.ts'
import type { sendChoiceMutation } from '../../__generated__/sendChoiceMutation.graphql.ts'
import { environment } from '../../relay/environment.ts'
import type { Choice, EditorChange } from '../preferences.ts'

const LOCALES = { 'zh-CN': 'ZH_CN', 'en-US': 'EN_US' } as const
const THEMES = { light: 'LIGHT', dark: 'DARK', system: null } as const

/** Saves a choice to the account; on failure it stays on this device only. */
export function sendChoice(choice: Choice): void {
  if ('editor' in choice) {
    sendEditor(choice.editor)
    return
  }
  commitMutation<sendChoiceMutation>(environment, {
    mutation: graphql`
      mutation sendChoiceMutation($input: ChangePreferencesInput!) {
        changePreferences(input: $input) {
          id
          version
          locale
          theme
        }
      }
    `,
    variables: {
      input: 'locale' in choice ? { locale: LOCALES[choice.locale] } : { theme: THEMES[choice.mode] },
    },
    onError: () => undefined,
  })
}

function sendEditor({ theme, fontSize, tabSize, language, recent, dialog }: EditorChange): void {
  const input = {
    themeName: theme,
    fontPixels: fontSize,
    tabWidth: tabSize,
    languageKey: language,
    recent,
    dialog,
  }
  commitMutation<sendChoiceEditorMutation>(environment, {
    mutation: graphql`
      mutation sendChoiceEditorMutation($input: ChangeEditorInput!) {
        changeEditor(input: $input) {
          id
          editor {
            theme: themeName
            fontSize: fontPixels
            tabSize: tabWidth
            language: languageKey
            recent
            dialog
          }
        }
      }
    `,
    variables: { input },
    // An answer to an earlier choice never undoes a later one.
    optimisticUpdater: (store) => {
      const kept = store.getRoot().getLinkedRecord('profile')
      const shown = kept?.getOrCreateLinkedRecord('editor', 'EditorChoices')
      for (const [name, value] of Object.entries(input)) if (value !== undefined) shown?.setValue(value, name)
    },
    onError: () => undefined,
  })
}
