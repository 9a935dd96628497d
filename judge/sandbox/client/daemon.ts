/** One process of `sandboxd` and the conversation with it. */

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { type FrameReader, FrameWriter, MalformedFrame, splitFrames } from './frames.ts'

/** How long `sandboxd` may take to leave before it is taken for stuck (ms). */
const LEAVING = 5_000

export type DaemonOptions = { places: number; allowWeak: boolean; inputs: string | null }

/**
 * One life of `sandboxd`: dies once, and then every question it owes an answer is answered with null. A
 * malformed answer counts as a death too, because no other answer can be trusted after it.
 */
export class Daemon {
  readonly gone: Promise<void>
  /** What was wrong with its answers, if that is why it had to die. */
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

  /** Why nothing is to be expected of it any more. */
  get ending() {
    return this.fault === null ? 'the sandbox died' : `the sandbox made no sense: ${this.fault}`
  }

  /** What `sandboxd` says of itself before anything else: ticket 0. */
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

  /** Ends it in good order, by force if it does not listen. */
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

  /** Up with it: what it says cannot be read. */
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
