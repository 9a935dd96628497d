/** Address of the account list. */
import { flag, listAddress, oneOf, text } from '../../relay/list/listAddress.ts'

export const ROLES = [
  'ROOT',
  'ADMIN',
  'PROBLEM_ADMIN',
  'USER',
  'NO_SUBMIT',
  'NO_DISCUSS',
  'MUTED',
  'NO_SUBMIT_NO_DISCUSS',
  'NO_SUBMIT_MUTED',
] as const

export type Role = (typeof ROLES)[number]

export const STATES = ['open', 'banned'] as const

export const accountList = listAddress(
  '/admin/user',
  {
    keyword: text('keyword', 100),
    role: oneOf('role', ROLES),
    state: oneOf('state', STATES),
    onlyStaff: flag('onlyAdmin'),
  },
  { size: 10 },
)

export type AccountList = ReturnType<typeof accountList.read>

export const accountListVariables = (search: URLSearchParams) => {
  const list = accountList.read(search)
  const { keyword, role, state, onlyStaff } = list
  return {
    keyword: keyword || null,
    role,
    isBanned: state && state === 'banned',
    onlyStaff: onlyStaff || null,
    ...accountList.rows(list),
  }
}
