/**
 * A key goes to the page's body while nothing has the focus, such as just after a focused button was disabled; an open
 * dialog would not hear it. Escape is handed to the topmost dialog then.
 */
export function handOverStrayEscape(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.target !== document.body) return
    const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
    dialog?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
}
