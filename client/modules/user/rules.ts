/** Errors of the account forms; their words are user:fault.<Fault>. */

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
/** Passwords generated in bulk are longer, and must be accepted at login. */
const MAX_GIVEN_PASSWORD = 25
const CODE_LENGTH = 6
const MAX_CAPTCHA = 8

/** Typing on does not fix these, so they are shown before the field is left. */
const AT_ONCE: ReadonlySet<Fault> = new Set<Fault>([
  'usernameInvalid',
  'passwordLong',
  'codeLong',
  'captchaLong',
])

/** Whether an error is shown before the field is left. */
export const isSaidAtOnce = (fault: Fault) => AT_ONCE.has(fault)

/** Length in code points after NFC, as on the server. */
const size = (text: string) => [...text.normalize('NFC')].length

/** Characters that do not work in addresses of pages, where usernames stand. */
const UNUSABLE_NAME = /[\s\p{C}/\\%?#]|^\.{1,2}$/u

export function usernameFault(username: string): Fault | null {
  const name = username.trim()
  if (!name) return 'usernameEmpty'
  return size(name) > MAX_USERNAME || UNUSABLE_NAME.test(name) ? 'usernameInvalid' : null
}

/** Loose check for obvious mistakes; the server decides. */
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

/** Checks a new password. */
export const passwordFault = passwordFaultUpTo(MAX_PASSWORD)

/** Checks an existing password, at login. */
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
