import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findToolchains } from '#judge/languages/probe.ts'
import { typescript } from '#judge/languages/typescript.ts'
import { ROOT } from '#server/launch/places.ts'

const folder = mkdtempSync(join(tmpdir(), 'probe-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A language whose tool only the packages of this project have. */
const packaged = { ...typescript, tools: ['biome'], version: { args: ['--version'], pattern: /(\d+\.\d+)/ } }

test('what npm puts in front of PATH is no language of the machine', async () => {
  const bin = join(ROOT, 'node_modules/.bin')
  const fromNpm = [bin, join(ROOT, '../node_modules/.bin'), '/node_modules/.bin'].join(':')
  expect(await findToolchains([packaged], `${fromNpm}:${process.env.PATH}`)).toEqual([])
})

test('packages that the user has in PATH are', async () => {
  const bin = join(folder, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'biome'), '#!/bin/sh\necho Version 7.8\n')
  chmodSync(join(bin, 'biome'), 0o755)
  const [found] = await findToolchains([packaged], bin)
  expect(found?.version).toBe('7.8')
})
