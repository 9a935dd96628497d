/** Connection to one process of `sandboxd`. */

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { type FrameReader, FrameWriter, MalformedFrame, splitFrames } from './frames.ts'

/** Time (ms) for `sandboxd` to exit before it counts as stuck and is killed. */
const LEAVING = 5_000

export type DaemonOptions = { places: number; allowWeak: boolean; inputs: string | null }

/**
 * One process of `sandboxd`, never restarted. When it dies, all pending requests resolve to null. A malformed
 * answer counts as a death too, because no later answer can be trusted.
 */
export class Daemon {
  readonly gone: Promise<void>
  /** Fault in an answer, when it was killed for that; else null. */
  fault: string | null = null
  #child: ChildProcess
  #wire: Duplex
  #replies = new Map<number, (frame: FrameReader | null) => void>()
  #ticket = 0
  #received: Buffer = Buffer.alloc(0)
  #dead = false

  constructor(binary: string, options: DaemonOptions) {
    const words = [
      `--places=${options.places}`,
      ...(options.allowWeak ? ['--weak'] : []),
      ...(options.inputs === null ? [] : [`--inputs=${resolve(options.inputs)}`]),
    ]
    this.#child = spawn(binary, words, {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      detached: true,
      env: {},
    })
    this.#wire = this.#child.stdio[3] as Duplex
    this.#wire.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#wire.on('error', () => this.#die())
    this.#wire.on('close', () => this.#die())
    this.gone = new Promise((done) => {
      this.#child.once('error', () => done())
      this.#child.once('exit', () => done())
    })
    void this.gone.then(() => this.#die())
  }

  /** Message why requests get no answer any more. */
  get ending() {
    return this.fault === null ? 'the sandbox died' : `the sandbox made no sense: ${this.fault}`
  }

  /** First message of `sandboxd`, with ticket 0; null when it died before. */
  greeting<T>(read: (frame: FrameReader) => T): Promise<T | null> {
    return this.#reply(0, read)
  }

  ask<T>(
    verb: number,
    fill: (frame: FrameWriter) => void,
    read: (frame: FrameReader) => T,
  ): Promise<T | null> {
    if (this.#dead) return Promise.resolve(null)
    this.#ticket = (this.#ticket % 0x7fffffff) + 1
    const frame = new FrameWriter(this.#ticket, verb)
    fill(frame)
    const bytes = frame.finish()
    const reply = this.#reply(frame.ticket, read)
    this.#wire.write(bytes)
    return reply
  }

  tell(verb: number, fill: (frame: FrameWriter) => void) {
    if (this.#dead) return
    const frame = new FrameWriter(0, verb)
    fill(frame)
    this.#wire.write(frame.finish())
  }

  /** Closes the connection, so that the process exits; kills it after `LEAVING`. */
  async close() {
    this.#wire.end()
    const force = setTimeout(() => this.#child.kill('SIGKILL'), LEAVING)
    await this.gone
    clearTimeout(force)
  }

  #reply<T>(ticket: number, read: (frame: FrameReader) => T): Promise<T | null> {
    return new Promise((done) => {
      this.#replies.set(ticket, (frame) => {
        try {
          if (!frame) return done(null)
          const answer = read(frame)
          frame.finish()
          done(answer)
        } catch (error) {
          this.#giveUp(error)
          done(null)
        }
      })
    })
  }

  #receive(chunk: Buffer) {
    if (this.#dead) return
    const received = this.#received.length ? Buffer.concat([this.#received, chunk]) : chunk
    try {
      this.#received = splitFrames(received, (frame) => {
        const reply = this.#replies.get(frame.ticket)
        this.#replies.delete(frame.ticket)
        reply?.(frame)
      })
    } catch (error) {
      this.#giveUp(error)
    }
  }

  /** Kills the process after a malformed answer; rethrows other errors. */
  #giveUp(error: unknown) {
    if (!(error instanceof MalformedFrame)) throw error
    this.fault ??= error.message
    this.#child.kill('SIGKILL')
    this.#die()
  }

  #die() {
    if (this.#dead) return
    this.#dead = true
    this.#wire.destroy()
    const replies = [...this.#replies.values()]
    this.#replies.clear()
    for (const reply of replies) reply(null)
  }
}
