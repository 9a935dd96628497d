import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunOutcome } from '#judge/sandbox/box.ts'
import { readTranscript } from '#judge/transcript.ts'
import { type Boxes, fate, MIB, openBoxes } from './support/boxes.ts'

let boxes: Boxes
let talker: { name: string; path: string; mode: number }
beforeAll(async () => {
  boxes = await openBoxes(2)
  talker = await boxes.compile(TALKER, 'talker')
})
afterAll(() => boxes.close())

/**
 * Each letter is a deed: `s N` says N short lines, `l N` one line of N bytes, `h N` hears N lines, `a` hears all there
 * is, `b` says bytes that are no text, `x N` ends with that code, `w` waits for ever.
 */
const TALKER = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void say(const char *bytes, size_t length) { while (length) { ssize_t n = write(1, bytes, length); if (n <= 0) _exit(9); bytes += n; length -= n; } }
int main(int count, char **words) {
  for (int i = 1; i < count; i++) {
    long n = words[i][1] ? atol(words[i] + 2) : 0;
    char line[64];
    switch (words[i][0]) {
    case 's': for (long k = 1; k <= n; k++) say(line, sprintf(line, "%s %ld\\n", words[0], k)); break;
    case 'l': { char *long_line = malloc(n + 1); for (long k = 0; k < n; k++) long_line[k] = 'a' + k % 26; long_line[n] = '\\n'; say(long_line, n + 1); free(long_line); break; }
    case 'h': while (n > 0) { int c = getchar(); if (c < 0) _exit(8); n -= c == '\\n'; } break;
    case 'a': while (getchar() >= 0); break;
    case 'b': say("\\x1b[2J\\0\\xff\\xfe", 7); break;
    case 'w': for (;;) pause();
    case 'x': _exit(n);
    }
  }
}`

const QUIET = { stdin: null, stdout: null, stderr: null }

/** Lets the two talk, with a relay between them when `record` is a name. */
const talk = (program: string[], interactor: string[], record: string | null = 'record', more = {}) => {
  const limits = { outputBytes: 16 * MIB, ...more }
  return boxes.withSlot({ files: [talker] }, (slot) =>
    boxes.withSlot({ profile: 'checker', files: [talker] }, (otherSlot) =>
      boxes.sandbox.interact(
        { slot, spec: { ...boxes.spec(['./talker', ...program], limits, QUIET) } },
        { slot: otherSlot, spec: boxes.spec(['./talker', ...interactor], limits, QUIET) },
        record && boxes.at(record),
      ),
    ),
  )
}

const fates = ({ program, interactor }: { program: RunOutcome; interactor: RunOutcome }) => [
  fate(program),
  fate(interactor),
]
const recorded = () => {
  const transcript = readTranscript(boxes.at('record'), 'ACCEPTED')
  if (!transcript) throw new Error('no record')
  return transcript
}
const words = () => recorded().lines.map(({ by, text }) => `${by === 'PROGRAM' ? '>' : '<'} ${text}`)

describe('a recorded conversation', () => {
  it('is in the order in which it was held', async () => {
    const both = await talk(['s 1', 'h 1', 's 2', 'h 2', 'x 3'], ['h 1', 's 1', 'h 2', 's 2', 'a', 'x 4'])
    expect(fates(both)).toEqual(['exited:3', 'exited:4'])
    expect(words()).toEqual([
      '> ./talker 1',
      '< ./talker 1',
      '> ./talker 1',
      '> ./talker 2',
      '< ./talker 1',
      '< ./talker 2',
    ])
    expect(recorded()).toMatchObject({ programBytes: 33, interactorBytes: 33, gap: null })
  })

  it('keeps both ends of what is long, in lines and in bytes', async () => {
    const both = await talk(['l 100000', 'h 500', 's 700', 'x'], ['h 1', 's 500', 'h 700', 'x'])
    expect(fates(both)).toEqual(['exited:0', 'exited:0'])
    const { lines, gap, programBytes } = recorded()
    expect(lines).toHaveLength(256)
    expect(gap).toEqual({ after: 128, lines: 1 + 500 + 700 - 256 })
    const alphabet = 'abcdefghijklmnopqrstuvwxyz'.repeat(10)
    expect(lines[0]?.text).toBe(alphabet.slice(0, 192))
    const { left, text } = lines[0]?.end ?? { left: 0, text: '' }
    expect(left).toBe(100_000 - 192 - 64)
    expect(text).toHaveLength(64)
    expect(text.at(-1)).toBe(alphabet[99_999 % 26])
    expect(lines[1]).toEqual({ by: 'INTERACTOR', text: './talker 1', end: null, open: false })
    expect(lines.at(-1)?.text).toBe('./talker 700')
    expect(lines[128]?.text).toBe(`./talker ${700 - 127}`)
    expect(programBytes).toBeGreaterThan(100_000)
  })

  it('shows bytes that are no text, and lines that were not ended', async () => {
    await talk(['h 1', 'b', 'x'], ['s 1', 'a', 'x'])
    expect(recorded().lines).toEqual([
      { by: 'INTERACTOR', text: './talker 1', end: null, open: false },
      { by: 'PROGRAM', text: '\\x1B[2J\\x00\\xFF\\xFE', end: null, open: true },
    ])
  })

  it('tells each that the other has gone, as the bare pipes do', async () => {
    for (const record of [null, 'record']) {
      expect(fates(await talk(['s 1000000', 'x'], ['h 1', 'x 6'], record))).toEqual([
        'signalled:13',
        'exited:6',
      ])
      expect(fates(await talk(['x 5'], ['a', 'x 6'], record))).toEqual(['exited:5', 'exited:6'])
      expect(fates(await talk(['h 1', 'x 5'], ['x 6'], record))).toEqual(['exited:8', 'exited:6'])
    }
  })

  it('has the last words of anyone who was not heard', async () => {
    await talk(['s 3', 'x'], ['w'], 'record', { wallMs: 300 })
    expect(words()).toEqual(['> ./talker 1', '> ./talker 2', '> ./talker 3'])
  })

  it('of two who wait for each other ends when they are ended', async () => {
    const both = await talk(['s 1', 'h 1'], ['h 2'], 'record', { wallMs: 300 })
    expect(fates(both)).toContain('wall')
    expect(words()).toEqual(['> ./talker 1'])
  })

  it('lets both say more than pipes hold', async () => {
    const both = await talk(['l 3000000', 'a', 'x'], ['h 1', 'l 3000000', 'x'])
    expect(fates(both)).toEqual(['exited:0', 'exited:0'])
    expect(recorded()).toMatchObject({ programBytes: 3_000_001, interactorBytes: 3_000_001 })
  })

  it('ends with a cancelled pair', async () => {
    const ended = await boxes.withSlot({ files: [talker] }, (slot) =>
      boxes.withSlot({ files: [talker] }, (otherSlot) => {
        const waiting = boxes.spec(['./talker', 'w'], { wallMs: 60_000 }, QUIET)
        const both = boxes.sandbox.interact(
          { slot, spec: waiting },
          { slot: otherSlot, spec: waiting },
          boxes.at('record'),
        )
        slot.cancel()
        otherSlot.cancel()
        return both
      }),
    )
    expect([ended.program.reason, ended.interactor.reason]).toEqual(['failed', 'failed'])
  })

  it('that cannot be written is none, and the pair talks all the same', async () => {
    const both = await talk(['s 1', 'h 1', 'x'], ['h 1', 's 1', 'x'], 'no/such/folder')
    expect(fates(both)).toEqual(['exited:0', 'exited:0'])
    expect(readTranscript(boxes.at('no/such/folder'), 'ACCEPTED')).toBeNull()
  })
})
