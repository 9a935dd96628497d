import { describe, expect, it } from 'vitest'
import { problemHref, readProblemPlace } from './problemTabs.ts'

const read = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://site.test')
  return readProblemPlace('P1001', pathname, searchParams)
}

describe('the address of a problem page', () => {
  it('says nothing that goes without saying', () => {
    expect(problemHref(read('/problem/P1001'))).toBe('/problem/P1001')
  })

  it('says tab, page and size, in focus mode too', () => {
    const address = '/problem/P1001/full-screen?tab=submissions&currentPage=3&limit=30'
    expect(problemHref(read(address), { page: 3 })).toBe(address)
  })

  it('begins another tab at its first page', () => {
    const place = read('/problem/P1001?tab=submissions&currentPage=3')
    expect(problemHref(place, { tab: 'annex' })).toBe('/problem/P1001?tab=annex')
  })

  it('takes what makes no sense for not said', () => {
    expect(read('/problem/P1001?tab=secret&currentPage=-2&limit=9999')).toMatchObject({
      tab: 'description',
      page: 1,
      size: 100,
    })
  })

  it('carries ids that are no plain words', () => {
    const place = { ...read('/problem/P1001'), displayId: 'A/1 +' }
    expect(problemHref(place, { full: true })).toBe('/problem/A%2F1%20%2B/full-screen')
  })
})
