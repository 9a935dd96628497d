/** What the judge makes of answers that no `sandboxd` would give. FUZZ_SEED varies them. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSandbox, type RunOutcome, type RunSpec, type SlotSpec } from '#judge/sandbox/box.ts'
import { type FrameReader, FrameWriter, MalformedFrame, splitFrames } from '#judge/sandbox/client/frames.ts'
import { readOutcome } from '#judge/sandbox/client/requests.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20261120)
console.log(`FUZZ_SEED=${SEED}`)

let state = SEED || 1
/** A generator of our own, so that a seed gives the same everywhere. */
function chance(below: number) {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % below
}

const randomBytes = (length: number) => Buffer.from(Array.from({ length }, () => chance(256)))

const SPEC: RunSpec = {
  argv: ['./program'],
  env: {},
  stdin: null,
  stdout: null,
  stderr: null,
  limits: { cpuMs: 1, wallMs: 1, memoryBytes: 1, stackBytes: 1, outputBytes: 1, processes: 1 },
}

/** An answer as `sandboxd` writes it: like a request without a verb. */
function answerOf(ticket: number, ...fields: (number | bigint | string)[]) {
  const writer = new FrameWriter(ticket, 0)
  for (const field of fields) {
    if (typeof field === 'number') writer.u32(field)
    else if (typeof field === 'bigint') writer.u64(Number(field))
    else writer.text(field)
  }
  const request = Buffer.from(writer.finish())
  const answer = Buffer.concat([request.subarray(0, 8), request.subarray(12)])
  answer.writeUInt32LE(answer.length - 4, 0)
  return answer
}

const outcome = (ticket: number, said = 'x') => answerOf(ticket, 0, 7, 1n, 2n, 3n, 4n, 5n, said, 'kept')

/** What a reader makes of bytes: outcomes, or the one kind of error there may be. */
function understood(chunks: Buffer[]): RunOutcome[] | 'malformed' {
  const outcomes: RunOutcome[] = []
  let left: Buffer = Buffer.alloc(0)
  const take = (frame: FrameReader) => {
    outcomes.push(readOutcome(frame, SPEC))
    frame.finish()
  }
  try {
    for (const chunk of chunks) left = splitFrames(Buffer.concat([left, chunk]), take)
    return outcomes
  } catch (error) {
    if (error instanceof MalformedFrame && error.message) return 'malformed'
    throw error
  }
}

describe('frames', () => {
  it('come whole, wherever they were split', () => {
    const bytes = Buffer.concat([outcome(1, ''), outcome(2, 'zwei'), outcome(3, '三')])
    const whole = understood([bytes])
    expect(whole).toHaveLength(3)
    for (let at = 0; at <= bytes.length; at++)
      expect(understood([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole)
    expect(understood([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole)
  })

  it('that end early, are too long or say absurd lengths are malformed, and nothing is kept for them', () => {
    const right = outcome(1)
    for (const length of [0, 1, 3, 65_537, 0x7fffffff, 0xffffffff]) {
      const wrong = Buffer.from(right)
      wrong.writeUInt32LE(length, 0)
      expect(understood([wrong])).toBe('malformed')
      // The length alone is enough: nobody waits for 4 GB.
      expect(understood([wrong.subarray(0, 4)])).toBe('malformed')
    }
    for (let missing = 1; missing < right.length - 8; missing++) {
      const short = Buffer.from(right.subarray(0, right.length - missing))
      short.writeUInt32LE(short.length - 4, 0)
      expect(understood([short])).toBe('malformed')
    }
    const long = Buffer.concat([right, Buffer.of(0)])
    long.writeUInt32LE(long.length - 4, 0)
    expect(understood([long])).toBe('malformed')
  })

  it('that are random are read or refused, never anything else', () => {
    let refused = 0
    for (let i = 0; i < 20_000; i++) {
      const bytes = chance(2) ? randomBytes(chance(120)) : outcome(chance(9), 'word')
      for (let flips = chance(4); flips && bytes.length; flips--)
        bytes.writeUInt8(chance(256), chance(bytes.length))
      const at = chance(bytes.length + 1)
      if (understood([bytes.subarray(0, at), bytes.subarray(at)]) === 'malformed') refused++
    }
    expect(refused).toBeGreaterThan(5_000)
    expect(refused).toBeLessThan(20_000)
  })

  it('that are too large to be taken are not sent', () => {
    const frame = new FrameWriter(1, 1)
    for (let i = 0; i < 5; i++) frame.bytes(Buffer.alloc(60 * 1024 * 1024))
    expect(() => frame.finish()).toThrow(RangeError)
    expect(() => new FrameWriter(1, 1).text('a\0b')).toThrow(RangeError)
  })
})

describe('a binary that talks nonsense', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nonsense-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** A program that greets as `hello` and answers whatever it is asked with what `answers` has next. */
  function speaker(hello: Buffer, ...answers: Buffer[]) {
    const path = join(folder, `speaker${chance(1e9)}.cjs`)
    const words = answers.map((answer) => answer.toString('base64'))
    writeFileSync(
      path,
      `#!${process.execPath}
      const wire = new (require('net').Socket)({ fd: 3 })
      const answers = ${JSON.stringify(words)}
      wire.on('data', () => { const next = answers.shift(); if (next) wire.write(Buffer.from(next, 'base64')) })
      wire.on('end', () => process.exit())
      wire.write(Buffer.from('${hello.toString('base64')}', 'base64'))`,
    )
    chmodSync(path, 0o755)
    return path
  }

  const HELLO = answerOf(0, 1, 'pid,mount')
  const SLOT: SlotSpec = { profile: 'run', files: [], writableBytes: 0, roots: [] }

  it.each([
    ['random bytes', () => randomBytes(200)],
    ['an absurd length', () => Buffer.from([0xff, 0xff, 0xff, 0x7f])],
    ['half a greeting', () => answerOf(0, 1)],
    ['a greeting and more', () => answerOf(0, 1, 'pid', 'more')],
  ])('is not started when its greeting is %s', async (_what, hello) => {
    await expect(openSandbox({ slots: 1, binary: speaker(hello()) })).rejects.toThrow('made no sense')
  })

  it('says why there is no sandbox here when it is told', async () => {
    const refusing = openSandbox({ slots: 1, binary: speaker(answerOf(0, 0, 'no namespaces')) })
    await expect(refusing).rejects.toThrow('no sandbox on this host: no namespaces')
  })

  it('is given up when it opens a slot in words nobody understands', async () => {
    const sandbox = await openSandbox({ slots: 1, binary: speaker(HELLO, answerOf(1, 5)) })
    expect(sandbox.protections).toEqual(['pid', 'mount'])
    await expect(sandbox.acquire(SLOT)).rejects.toThrow('made no sense')
    await sandbox.close()
  })

  it.each([
    ['an outcome that ends early', answerOf(2, 0, 7)],
    ['an outcome of no known reason', answerOf(2, 99, 0, 1n, 2n, 3n, 4n, 5n, '', '')],
    ['a text without an end', Buffer.concat([answerOf(2, 0, 7, 1n, 2n, 3n, 4n, 5n), Buffer.alloc(4, 0xff)])],
    ['another frame of absurd length', Buffer.alloc(64, 0xee)],
  ])('fails the run, and says so, when it answers %s', async (_what, answer) => {
    const sandbox = await openSandbox({ slots: 1, binary: speaker(HELLO, answerOf(1, 5, ''), answer) })
    const slot = await sandbox.acquire(SLOT)
    const ran = await slot.run(SPEC)
    expect(ran.reason).toBe('failed')
    expect(ran.detail).toMatch(/^the sandbox made no sense: ./)
    await expect(slot.collect('a', join(folder, 'a'), 1)).rejects.toThrow('made no sense')
    await slot.release()
    await sandbox.close()
  })

  it('may answer tickets that nobody asked', async () => {
    const answers = Buffer.concat([outcome(77), outcome(2)])
    const sandbox = await openSandbox({ slots: 1, binary: speaker(HELLO, answerOf(1, 5, ''), answers) })
    const slot = await sandbox.acquire(SLOT)
    expect(await slot.run(SPEC)).toMatchObject({ reason: 'exited', code: 7, detail: 'x' })
    await sandbox.close()
  })
})
