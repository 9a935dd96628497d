import { type EditorChange, editorKey } from '../preferences.ts'

/** Choices as the graph has them. */
type Given = { readonly [Name in keyof EditorChange]: EditorChange[Name] | null | undefined }

const known = (key: string): object => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Brings the account's editor choices into this browser and its open pages. */
export function takeEditorChoices(account: string, { dialog, ...editor }: Given): void {
  const key = editorKey(account)
  const set = Object.entries(editor).filter(([, value]) => value !== null)
  const newValue = JSON.stringify({ ...known(key), ...Object.fromEntries(set) })
  try {
    localStorage.setItem(key, newValue)
    if (dialog === false) localStorage.setItem('resultDialog', 'off')
    else if (dialog) localStorage.removeItem('resultDialog')
  } catch {
    // Without storage the choices reach the open pages only.
  }
  // Browsers send this event to the other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
}
