import { codeforcesSite } from './codeforces.ts'
import type { FakeSite } from './fakeBank.ts'

/** The gym lies on the site of Codeforces, with its accounts. */
export const gymSite = (): FakeSite => codeforcesSite('GYM')
