/** What is wrong with what was typed into the account forms; the words are user:fault.<Fault>. */

export type Fault =
  | 'usernameEmpty'
  | 'usernameInvalid'
  | 'usernameTaken'
  | 'usernameUnknown'
  | 'emailEmpty'
  | 'emailInvalid'
  | 'emailTaken'
  | 'emailUnknown'
  | 'passwordEmpty'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordMismatch'
  | 'codeEmpty'
  | 'codeLength'
  | 'codeLong'
  | 'captchaEmpty'
  | 'captchaLong'

const MAX_USERNAME = 20
const MAX_EMAIL = 254
const MIN_PASSWORD = 6
const MAX_PASSWORD = 20
/** Accounts that an administrator makes in bulk come with longer ones, and must be able to log in. */
const MAX_GIVEN_PASSWORD = 25
const CODE_LENGTH = 6
const MAX_CAPTCHA = 8

/** Typing on does not mend these, so they are said at once and not when the field is left. */
const AT_ONCE: ReadonlySet<Fault> = new Set<Fault>([
  'usernameInvalid',
  'passwordLong',
  'codeLong',
  'captchaLong',
])

/** Whether a fault is said before the field is left. */
export const isSaidAtOnce = (fault: Fault) => AT_ONCE.has(fault)

/** Characters as people count them: the server does so too, after putting them together. */
const size = (text: string) => [...text.normalize('NFC')].length

/** A name stands in the addresses of pages. */
const UNUSABLE_NAME = /[\s\p{C}/\\%?#]|^\.{1,2}$/u

export function usernameFault(username: string): Fault | null {
  const name = username.trim()
  if (!name) return 'usernameEmpty'
  return size(name) > MAX_USERNAME || UNUSABLE_NAME.test(name) ? 'usernameInvalid' : null
}

/** The server looks closer; this catches what is plainly no address. */
const EMAIL = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\.]+$/

export function emailFault(email: string): Fault | null {
  const address = email.trim()
  if (!address) return 'emailEmpty'
  return address.length > MAX_EMAIL || !EMAIL.test(address) ? 'emailInvalid' : null
}

const passwordFaultUpTo =
  (most: number) =>
  (password: string): Fault | null => {
    if (!password) return 'passwordEmpty'
    const length = size(password)
    if (length < MIN_PASSWORD) return 'passwordShort'
    return length > most ? 'passwordLong' : null
  }

/** A password somebody chooses. */
export const passwordFault = passwordFaultUpTo(MAX_PASSWORD)

/** A password somebody has. */
export const givenPasswordFault = passwordFaultUpTo(MAX_GIVEN_PASSWORD)

export const againFault = (again: string, password: string): Fault | null =>
  again.normalize('NFC') === password.normalize('NFC') && again
    ? null
    : again
      ? 'passwordMismatch'
      : 'passwordEmpty'

export function mailCodeFault(code: string): Fault | null {
  if (!code) return 'codeEmpty'
  if (code.length > CODE_LENGTH) return 'codeLong'
  return code.length < CODE_LENGTH ? 'codeLength' : null
}

export function captchaFault(captcha: string): Fault | null {
  if (!captcha.trim()) return 'captchaEmpty'
  return captcha.trim().length > MAX_CAPTCHA ? 'captchaLong' : null
}
