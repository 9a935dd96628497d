import { describe, expect, it } from 'vitest'
import { flag, listAddress, numbers, oneOf, order, text } from './listAddress.ts'

const list = listAddress(
  '/problem',
  {
    keyword: text('keyword', 5),
    difficulty: oneOf('difficulty', ['EASY', 'MID'], 'index'),
    progress: oneOf('progress', ['SOLVED']),
    tags: numbers('tagId', 3),
    mine: flag('onlyMine'),
    sort: order('sort', ['rate', 'id']),
  },
  { size: 30, tidy: (one) => (one.mine ? { ...one, keyword: '' } : one) },
)

const read = (search: string) => list.read(new URLSearchParams(search))

describe('an address of a list', () => {
  it('says nothing that goes without saying', () => {
    expect(list.href(read(''))).toBe('/problem')
    expect(list.isFiltered(read('currentPage=3&limit=10'))).toBe(false)
    expect(list.rows(read('currentPage=3&limit=10'))).toEqual({ first: 10, offset: 20 })
  })

  it('comes back as it was written', () => {
    const address = list.href(read(''), {
      keyword: 'dp',
      difficulty: 'EASY',
      progress: 'SOLVED',
      tags: [4, 2],
      sort: { by: 'rate', down: true },
      page: 2,
      size: 50,
    })
    expect(list.href(read(address.split('?')[1] ?? ''), { page: 2 })).toBe(address)
    expect(address).toBe(
      '/problem?keyword=dp&difficulty=0&progress=SOLVED&tagId=%5B4%2C2%5D&sort=-rate&currentPage=2&limit=50',
    )
  })

  it('begins at the first page when something else is listed', () => {
    expect(list.href(read('currentPage=7'), { progress: 'SOLVED' })).toBe('/problem?progress=SOLVED')
  })

  it('leaves out what says nothing beside something else', () => {
    expect(list.href(read('keyword=dp'), { mine: true })).toBe('/problem?onlyMine=true')
  })

  it.each([
    'difficulty=7&progress=NEVER&sort=age',
    'difficulty=-1&tagId=[',
    'tagId={"a":1}&currentPage=0&limit=-4',
    'tagId=[0,-3,1.5,"x"]&currentPage=many&limit=',
  ])('takes %s for nothing', (nonsense) => {
    expect(read(nonsense)).toEqual(read(''))
  })

  it('bounds what would ask for too much', () => {
    expect(read('keyword=far%20too%20long&tagId=[1,2,3,4]&limit=100000')).toMatchObject({
      keyword: 'far t',
      tags: [1, 2, 3],
      size: 100,
    })
  })
})
