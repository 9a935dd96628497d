import { expect, it } from 'vitest'
import { namesIn } from './nameLines.ts'

it('takes the first column of each line, without a title line, once each', () => {
  expect(namesIn('\uFEFFUsername,Class\r\nann,1\r\n"bob" ;2\n\nann\tx\n  cy  ')).toEqual(['ann', 'bob', 'cy'])
  expect(namesIn('ann\nusername')).toEqual(['ann', 'username'])
  expect(namesIn(' \n,\n')).toEqual([])
})
