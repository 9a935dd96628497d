import { commitMutation, graphql } from 'relay-runtime'
import type { sendChoiceMutation } from '../../__generated__/sendChoiceMutation.graphql.ts'
import { environment } from '../../relay/environment.ts'
import type { Choice } from '../preferences.ts'

const LOCALES = { 'zh-CN': 'ZH_CN', 'en-US': 'EN_US' } as const
const THEMES = { light: 'LIGHT', dark: 'DARK', system: null } as const

/** Saves a choice to the account; on failure it stays on this device only. */
export function sendChoice(choice: Choice): void {
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
