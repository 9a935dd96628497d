import { describe, expect, it } from 'vitest'
import {
  againFault,
  captchaFault,
  emailFault,
  givenPasswordFault,
  mailCodeFault,
  passwordFault,
  usernameFault,
} from './rules.ts'

describe('what may be typed', () => {
  it('a name of 1 to 20 characters without spaces', () => {
    expect(usernameFault(' ')).toBe('usernameEmpty')
    expect(usernameFault('a'.repeat(20))).toBeNull()
    expect(usernameFault('a'.repeat(21))).toBe('usernameInvalid')
    expect(usernameFault('two words')).toBe('usernameInvalid')
    for (const path of ['.', '..', 'a/b', 'a\\b', 'a%b', 'a?b', 'a#b'])
      expect(usernameFault(path), path).toBe('usernameInvalid')
    expect(usernameFault('a.b')).toBeNull()
    // Code points are counted, not UTF-16 units.
    expect(usernameFault('𠮷'.repeat(20))).toBeNull()
  })

  it('an address', () => {
    expect(emailFault('')).toBe('emailEmpty')
    expect(emailFault('a@b')).toBe('emailInvalid')
    expect(emailFault('a b@c.org')).toBe('emailInvalid')
    expect(emailFault(' a@c.org ')).toBeNull()
  })

  it('a password of 6 to 20, or to 25 when it was given', () => {
    expect(passwordFault('12345')).toBe('passwordShort')
    expect(passwordFault('123456')).toBeNull()
    expect(passwordFault('x'.repeat(20))).toBeNull()
    expect(passwordFault('x'.repeat(21))).toBe('passwordLong')
    expect(givenPasswordFault('x'.repeat(25))).toBeNull()
    expect(givenPasswordFault('x'.repeat(26))).toBe('passwordLong')
  })

  it('the same password again', () => {
    expect(againFault('', '')).toBe('passwordEmpty')
    expect(againFault('123456', '123457')).toBe('passwordMismatch')
    expect(againFault('123456', '123456')).toBeNull()
  })

  it('six characters from the mail, and up to eight from the picture', () => {
    expect(mailCodeFault('')).toBe('codeEmpty')
    expect(mailCodeFault('12345')).toBe('codeLength')
    expect(mailCodeFault('123456')).toBeNull()
    expect(mailCodeFault('1234567')).toBe('codeLong')
    expect(captchaFault(' ')).toBe('captchaEmpty')
    expect(captchaFault('12345678')).toBeNull()
    expect(captchaFault('123456789')).toBe('captchaLong')
  })
})
