import { describe, expect, it } from 'vitest'
import { byRank, linesOf } from './lines.ts'
import { saidIn } from './words.ts'

const read = (code: string) => linesOf(code, '/site/xRoutes.ts')

describe('the table of paths', () => {
  it('gives each page its path and the entries of its frames', () => {
    const code = `export const xRoutes: RouteObject[] = [
      page({ path: 'x/:id', guard, ask: () => import('./xAsk.ts'), entry: () => import('./xEntry.tsx') }),
      page({
        path: 'admin',
        entry: () => import('./frameEntry.tsx'),
        children: [page({ path: 'switch', entry: () => import('../switch/switchEntry.tsx') })],
      }),
    ]`
    expect(read(code)).toEqual([
      { path: '/x/:id', entries: ['/site/xEntry.tsx'], ask: '/site/xAsk.ts' },
      { path: '/admin', entries: ['/site/frameEntry.tsx'], ask: null },
      { path: '/admin/switch', entries: ['/site/frameEntry.tsx', '/switch/switchEntry.tsx'], ask: null },
    ])
  })

  it('refuses what it could only know by running it', () => {
    expect(() => read('page({ path: `a${b}`, entry })')).toThrow('no literal path')
    expect(() => read("page({ path: 'a', entry: () => import('./a.tsx'), children: [...others] })")).toThrow(
      'must be written where they are',
    )
  })

  it('finds the page that the router finds', () => {
    const paths = ['/a/*', '/a/:b/c', '/a/:b', '/a/b'].map((path) => ({ path }))
    expect(paths.sort(byRank).map(({ path }) => path)).toEqual(['/a/b', '/a/:b', '/a/:b/c', '/a/*'])
  })
})

describe('the words of a module', () => {
  it('are those that it says, not those of its examples', () => {
    expect(saidIn("t('problem:title') + t(`user:${key}`) + t('app:x')\n * t('judging:title')")).toEqual([
      'problem',
      'user',
    ])
  })
})
