/** Forms of the page whose changes are kept nowhere else. */
const forms = new Set<() => boolean>()

/** Notes a form while it is shown; returns what forgets it. */
export function noteForm(isChanged: () => boolean): () => void {
  forms.add(isChanged)
  return () => {
    forms.delete(isChanged)
  }
}

/** Whether a form of the page has unsaved changes. */
export const hasUnsaved = (): boolean => [...forms].some((isChanged) => isChanged())
