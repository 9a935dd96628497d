import { expect, it } from 'vitest'
import { linkTo, SITE } from './paths.ts'

it('leads to a page of the site, a contest, a group or a training', () => {
  expect(linkTo(SITE, '/problem/P1')).toBe('/problem/P1')
  expect(linkTo({ ...SITE, contestId: 3 }, '/problem/A')).toBe('/contest/3/problem/A')
  expect(linkTo({ ...SITE, contestId: 3, groupId: 7 }, '/rank')).toBe('/contest/3/rank')
  expect(linkTo({ ...SITE, groupId: 7 }, '/problem/P1')).toBe('/group/7/problem/P1')
  expect(linkTo({ ...SITE, trainingId: 5 }, '/problem/P1')).toBe('/training/5/problem/P1')
  expect(linkTo({ ...SITE, groupId: 7, trainingId: 5 }, '/rank')).toBe('/group/7/training/5/rank')
})
