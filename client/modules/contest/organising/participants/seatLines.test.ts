import { expect, it } from 'vitest'
import { seatsOf } from './seatLines.ts'

it('reads user names and seats of a pasted list, and names the first line without a separator', () => {
  expect(seatsOf('ada,A12\r\n\r\n bob ; Room 3, row 2\nteam7\t')).toEqual({
    rows: [
      { username: 'ada', seat: 'A12' },
      { username: 'bob', seat: 'Room 3, row 2' },
      { username: 'team7', seat: '' },
    ],
    broken: null,
  })
  expect(seatsOf('ada,A12\n,B1\nbob')).toMatchObject({ broken: 2 })
})
