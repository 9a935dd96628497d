import type { BankLanguage } from '../bank.ts'

/** `language` of the submit form. */
export const LANGUAGES: readonly BankLanguage[] = [
  { id: '0', name: 'G++', contentType: 'text/x-c++src' },
  { id: '1', name: 'GCC', contentType: 'text/x-csrc' },
  { id: '2', name: 'Java', contentType: 'text/x-java' },
  { id: '3', name: 'Pascal', contentType: 'text/x-pascal' },
  { id: '4', name: 'C++', contentType: 'text/x-c++src' },
  { id: '5', name: 'C', contentType: 'text/x-csrc' },
  { id: '6', name: 'Fortran', contentType: 'text/x-fortran' },
]
