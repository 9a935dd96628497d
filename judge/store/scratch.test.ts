import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { head, Scratch } from './scratch.ts'

let under: string
beforeEach(() => {
  under = mkdtempSync(join(tmpdir(), 'scratch-test-'))
})
afterEach(() => rmSync(under, { recursive: true, force: true }))

describe('the folder of one piece of work', () => {
  it('is empty for the next one', () => {
    const first = Scratch.open(under)
    writeFileSync(first.file('output'), 'mine')
    first.reuse()
    const second = Scratch.open(under)
    expect(second.folder).toBe(first.folder)
    expect(readdirSync(second.folder)).toEqual([])
    expect(head(second.file('output'), 10)).toBe('')
  })

  it('belongs to one at a time', () => {
    Scratch.open(under).reuse()
    const folders = [1, 2, 3].map(() => Scratch.open(under).folder)
    expect(new Set(folders).size).toBe(3)
  })

  it('is gone for good when somebody may still write into it, or a folder was left in it', () => {
    const broken = Scratch.open(under)
    broken.remove()
    const nested = Scratch.open(under)
    mkdirSync(nested.file('feedback'))
    nested.reuse()
    expect(existsSync(nested.folder)).toBe(false)
    expect([broken.folder, nested.folder]).not.toContain(Scratch.open(under).folder)
  })

  it('is made again when another has cleared it away', () => {
    const first = Scratch.open(under)
    first.reuse()
    rmSync(first.folder, { recursive: true })
    expect(existsSync(Scratch.open(under).folder)).toBe(true)
  })
})
