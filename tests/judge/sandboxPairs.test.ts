import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Boxes, fate, HOSTILE, openBoxes } from './support/boxes.ts'

let boxes: Boxes
beforeAll(async () => {
  boxes = await openBoxes(2)
})
afterAll(() => boxes.close())

const sh = (script: string) => ['/bin/sh', '-c', script]
const SHELL = { processes: 8 }

describe('interactive runs', () => {
  const pair = (program: string, interactor: string) =>
    boxes.withSlot({ files: [HOSTILE] }, (slot) =>
      boxes.withSlot({ profile: 'checker' }, (other) =>
        boxes.sandbox.interact(
          { slot, spec: boxes.spec(sh(program), SHELL, { stdin: null, stdout: null, stderr: null }) },
          { slot: other, spec: boxes.spec(sh(interactor), SHELL, { stdin: null, stdout: null }) },
        ),
      ),
    )

  it('crosses the pipes', async () => {
    const { program, interactor } = await pair(
      'read a; echo $((a * 2)); read b; [ "$b" = ok ]',
      'echo 21; read x; echo ok; echo "said $x" >&2; exit 4',
    )
    expect([fate(program), fate(interactor)]).toEqual(['exited:0', 'exited:4'])
    expect(boxes.read('stderr')).toBe('said 42\n')
  })

  it('lets both open their streams by name', async () => {
    const { program, interactor } = await pair(
      'echo 5 > /dev/stdout; read x < /dev/stdin; exit $x',
      'read x < /dev/stdin; echo $((x + 1)) > /dev/stdout',
    )
    expect([fate(program), fate(interactor)]).toEqual(['exited:6', 'exited:0'])
  })

  it('shows each that the other has gone', async () => {
    const { program, interactor } = await pair('cat >/dev/null; exit 5', 'exit 6')
    expect([fate(program), fate(interactor)]).toEqual(['exited:5', 'exited:6'])
    const broken = await pair('while echo x; do :; done', 'read x')
    expect([fate(broken.program), fate(broken.interactor)]).toEqual(['signalled:13', 'exited:0'])
  })

  it('knows who left first', async () => {
    const left = async (program: string, interactor: string) =>
      (await pair(program, interactor)).interactorLeft
    expect(await left('cat >/dev/null; exit 5', 'exit 6')).toBe(true)
    expect(await left('exit 5', 'cat >/dev/null; exit 6')).toBe(false)
    // It takes its time over the last word, and does not hear of the end meanwhile.
    const slowly = 'read x; i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; exit 6'
    expect(await left('echo 1; exit 5', slowly)).toBe(true)
    expect(await left('echo 1; exit 5', 'read x; read y; exit 6')).toBe(false)
  })

  it('counts what the program says, to the byte', async () => {
    const said = async (program: string) => (await pair(program, 'cat >/dev/null')).program
    expect(await said('echo hello')).toMatchObject({ reason: 'exited', stdoutBytes: 6 })
    // The limit is 64 KiB.
    expect(await said('exec head -c 65537 /dev/zero')).toMatchObject({
      reason: 'output',
      stdoutBytes: 65_537,
    })
    expect(await said('exec cat /dev/zero')).toMatchObject({ reason: 'output' })
    // By a child that is still there.
    expect(await said('cat /dev/zero & wait')).toMatchObject({ reason: 'output' })
  })

  it('counts nothing that goes to stderr', async () => {
    const { program } = await boxes.withSlot({}, (slot) =>
      boxes.withSlot({ profile: 'checker' }, (other) => {
        const talk = 'head -c 300000 /dev/zero >&2; exec head -c 65536 /dev/zero'
        const streams = { stdin: null, stdout: null, stderr: boxes.at('complaints') }
        const spec = boxes.spec(sh(talk), SHELL, streams)
        return boxes.sandbox.interact(
          { slot, spec },
          { slot: other, spec: boxes.spec(sh('cat >/dev/null'), SHELL, { stdin: null, stdout: null }) },
        )
      }),
    )
    expect(program).toMatchObject({ reason: 'exited', stdoutBytes: 65_536 })
  })

  it('lets an interactor go on that answers whom nobody hears any more', async () => {
    const { program, interactor, unheard } = await pair(
      'i=0; while [ $i -lt 20000 ]; do echo 1; i=$((i + 1)); done; echo end; exit 7',
      'while read x; do echo "a long answer to $x"; done; exit 3',
    )
    expect([fate(program), fate(interactor), unheard]).toEqual(['exited:7', 'exited:3', true])
  })

  it('ends both when both wait for each other', async () => {
    const waiting = await boxes.withSlot({}, (slot) =>
      boxes.withSlot({}, (other) => {
        const spec = boxes.spec(
          sh('read x'),
          { ...SHELL, wallMs: 200 },
          { stdin: null, stdout: null, stderr: null },
        )
        return boxes.sandbox.interact(
          { slot, spec },
          { slot: other, spec: { ...spec, argv: sh('cat >/dev/null') } },
        )
      }),
    )
    // Whichever comes first to its limit; the other may still see that nobody is there any more.
    const reasons = [waiting.program.reason, waiting.interactor.reason]
    expect(reasons).toContain('wall')
    expect(['wall', 'exited']).toEqual(expect.arrayContaining(reasons))
  })
})
