import { expect, it } from 'vitest'
import { amountsIn, namesIn, twoAmountsIn } from './nameLines.ts'

it('takes the first column of each line, without a title line, once each', () => {
  expect(namesIn('\uFEFFUsername,Class\r\nann,1\r\n"bob" ;2\n\nann\tx\n  cy  ')).toEqual(['ann', 'bob', 'cy'])
  expect(namesIn('ann\nusername')).toEqual(['ann', 'username'])
  expect(namesIn(' \n,\n')).toEqual([])
})

it('takes whole numbers of the second column as amounts', () => {
  expect(amountsIn('username,amount\nann,5\nbob;"-12"\ncy\tthird class\ndee,1.5\nann,5\neve')).toEqual([
    { name: 'ann', amount: 5 },
    { name: 'bob', amount: -12 },
    { name: 'cy', amount: null },
    { name: 'dee', amount: null },
    { name: 'eve', amount: null },
  ])
})

it('finds a name with two amounts', () => {
  expect(twoAmountsIn(amountsIn('ann,5\nbob,5\nANN,7'))).toBe('ANN')
  expect(twoAmountsIn(amountsIn('ann,5\nbob,7\nANN,5\nann,5'))).toBeNull()
  expect(twoAmountsIn(amountsIn('ann\nANN'))).toBeNull()
})
