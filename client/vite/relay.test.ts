import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { pruned } from './relay.ts'

it('keeps of an index what is used, what that needs and what is always run', () => {
  const code = `'use strict';
    var a = require('./a'), b = a.b;
    var c = require('./c');
    var inner = { a: a, c: c };
    if (dev) { warn(); }
    module.exports = { b: b, c: c, inner: inner };`
  expect(pruned(code, (name) => name === 'b')).not.toContain('./c')
  expect(pruned(code, (name) => name === 'b')).toContain('warn()')
  expect(pruned(code, (name) => ['inner', 'c'].includes(name))).not.toContain('./a')
  expect(pruned('export const a = 1', () => true)).toBeNull()
})

it.each(['react-relay/lib/hooks.js', 'relay-runtime/lib/index.js'])('can read %s', (path) => {
  const code = readFileSync(createRequire(import.meta.url).resolve(path), 'utf8')
  const kept = pruned(code, (name) => name === 'useFragment' || name === 'Environment')
  expect(kept?.length).toBeLessThan(code.length / 3)
})
