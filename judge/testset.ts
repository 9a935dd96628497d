/**
 * Cache of test data on disk by hash: fetched once and verified. A file whose metadata changed is verified again before its
 * next use; one whose bytes changed without a write means a bad disk, and its readers get an error.
 */

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { CaseSpec, OutputFile } from './protocol.ts'
import { BlobCorrupt, LinkBroken } from './store/blobs.ts'
import { type Hold, Shelf } from './store/shelf.ts'

/** Streams a blob from the site. */
export type FetchBlob = (hash: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>

/** The files of the cases of one task. */
export type HeldTestset = {
  input: (spec: CaseSpec) => Promise<string>
  /** Null when the case has no answer. */
  answer: (spec: CaseSpec) => Promise<string | null>
  /** A submitted file that the task names. */
  output: (file: Pick<OutputFile, 'hash'>) => Promise<string>
  /** The answer itself when it is short; null for a long or missing one. */
  shortAnswer: (spec: CaseSpec) => Promise<Uint8Array | null>
  release: () => void
}

/** Concurrent fetches; more would only delay the first case. */
const FETCHES_AT_ONCE = 4
/** Attempts of a transfer. */
const TRANSFERS = 5
const HASH = /^[0-9a-f]{64}$/

/** Interval (ms) of verifying unchanged files, against silent disk errors. */
const PROOF_LIFE = 60 * 60_000
const MOST_PROOFS = 20_000

/** Longest answer (bytes) kept in memory, and how many: they are read for every submission. */
const SHORT = 4096
const MOST_SHORT = 4000

/** Metadata of a file when it was last verified. */
type Proof = { trait: string; at: number }

export class Testsets {
  readonly #shelf: Shelf
  readonly #fetch: FetchBlob
  readonly #proofs = new Map<string, Proof>()
  readonly #short = new Map<string, Uint8Array>()

  constructor(shelf: Shelf, fetch: FetchBlob) {
    this.#shelf = shelf
    this.#fetch = fetch
  }

  static async open(folder: string, capacity: number, fetch: FetchBlob): Promise<Testsets> {
    return new Testsets(await Shelf.open(folder, capacity), fetch)
  }

  /** Bytes of test data in the cache. */
  get bytes(): number {
    return this.#shelf.bytes
  }

  /** Starts fetching everything a task needs, in judging order; each file can be awaited on its own. */
  hold(
    cases: readonly CaseSpec[],
    signal: AbortSignal,
    outputs: readonly Pick<OutputFile, 'hash'>[] = [],
  ): HeldTestset {
    const holds = new Map<string, Promise<Hold>>()
    const ofCases = cases.flatMap(({ input, answer }) => (answer ? [input.hash, answer.hash] : [input.hash]))
    const wanted = [...ofCases, ...outputs.map(({ hash }) => hash)]
    const gate = limit(FETCHES_AT_ONCE)
    for (const hash of new Set(wanted)) {
      const hold = gate(() => this.#holdPatiently(hash, signal))
      // Awaited later, or never when the judgement ends early.
      hold.catch(() => undefined)
      holds.set(hash, hold)
    }
    const path = async (hash: string) => {
      const hold = holds.get(hash)
      if (!hold) throw new Error(`blob ${hash} is not part of this testset`)
      return (await hold).path
    }
    return {
      input: (spec) => path(spec.input.hash),
      answer: async (spec) => (spec.answer ? path(spec.answer.hash) : null),
      output: ({ hash }) => path(hash),
      shortAnswer: async ({ answer }) => {
        if (!answer || answer.size > SHORT) return null
        return this.#shortAnswer(answer.hash, await path(answer.hash))
      },
      release: () => {
        for (const hold of holds.values())
          hold.then(
            ({ release }) => release(),
            () => undefined,
          )
      },
    }
  }

  /** Fetches a corrupt blob again; rejects when it is still corrupt. */
  async prove(hash: string, signal: AbortSignal): Promise<void> {
    const hold = await this.#holdPatiently(hash, signal)
    hold.release()
  }

  /** Shares one fetch between tasks; when its task is cancelled, another one starts it again. */
  async #holdPatiently(hash: string, signal: AbortSignal): Promise<Hold> {
    for (;;) {
      try {
        return await this.#holdBlob(hash, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof CalledOff)) throw error
      }
    }
  }

  async #holdBlob(hash: string, signal: AbortSignal): Promise<Hold> {
    if (!HASH.test(hash)) throw new Error(`not a blob hash: ${JSON.stringify(hash)}`)
    let proved = false
    const make = async (path: string) => {
      await this.#fetchInto(path, hash, signal)
      proved = true
    }
    const sound = async (path: string) => {
      proved = (await hashOf(path)) === hash
      return proved
    }
    const hold = await this.#shelf.hold(hash, make, sound)
    if (proved) this.#note(hash, hold.path)
    else if (!isSame(this.#proofs.get(hash), hold.path)) await this.#proveAgain(hash, hold)
    return {
      ...hold,
      release: () => {
        // Our own touch does not count as a change.
        const untouched = hold.willTouch() && isSame(this.#proofs.get(hash), hold.path)
        hold.release()
        if (untouched) this.#note(hash, hold.path, this.#proofs.get(hash)?.at)
      },
    }
  }

  /** What was read from a proved file is what its hash says, whatever becomes of the file. */
  #shortAnswer(hash: string, path: string): Uint8Array {
    const kept = this.#short.get(hash)
    if (kept) return kept
    const bytes = readFileSync(path)
    this.#short.set(hash, bytes)
    const [oldest] = this.#short.keys()
    if (oldest && this.#short.size > MOST_SHORT) this.#short.delete(oldest)
    return bytes
  }

  #note(hash: string, path: string, at = Date.now()): void {
    this.#proofs.set(hash, { trait: traitOf(path), at })
    // Forgotten files are verified again.
    const [oldest] = this.#proofs.keys()
    if (oldest && this.#proofs.size > MOST_PROOFS) this.#proofs.delete(oldest)
  }

  async #proveAgain(hash: string, { path, release }: Hold): Promise<void> {
    const trait = traitOf(path)
    const got = await hashOf(path).catch((error: unknown) => String(error))
    if (got === hash && trait === traitOf(path)) return this.#note(hash, path)
    await rm(path, { force: true })
    release()
    // After one bad file, verify each file before its next use.
    this.#proofs.forEach((proof) => {
      proof.at = 0
    })
    this.#proofs.delete(hash)
    throw new BlobCorrupt(hash, `became ${got} in the cache`)
  }

  /** Writes a blob to `path` and verifies it; retries broken and corrupt transfers. */
  async #fetchInto(path: string, hash: string, signal: AbortSignal): Promise<void> {
    for (let left = TRANSFERS; ; left--) {
      let got: string | null = null
      try {
        signal.throwIfAborted()
        got = await writeHashing(await this.#fetch(hash, signal), path, signal)
      } catch (error) {
        if (signal.aborted) throw new CalledOff()
        if (!isBrokenOff(error)) throw error
        if (left <= 1)
          throw new LinkBroken(hash, `blob ${hash} broke off ${TRANSFERS} times: ${error.message}`)
      }
      if (got === hash) return
      if (got !== null && left <= 1) throw new BlobCorrupt(hash, `arrived as ${got}`)
    }
  }
}

/** Thrown when the task of a fetch was cancelled. */
class CalledOff extends Error {}

/** Whether an error of `fetch` means a truncated body, in contrast to a full disk. */
const isBrokenOff = (error: unknown): error is TypeError => error instanceof TypeError

/** Metadata that changes with every write. */
function traitOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'gone'
}

const isSame = (proof: Proof | undefined, path: string): boolean =>
  proof !== undefined && Date.now() - proof.at < PROOF_LIFE && proof.trait === traitOf(path)

/** Writes bytes to a file and returns their hash. */
async function writeHashing(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const digest = createHash('sha256')
  async function* hashed(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      digest.update(piece)
      yield piece
    }
  }
  await pipeline(bytes, hashed, createWriteStream(path), { signal })
  return digest.digest('hex')
}

/** SHA-256 of a file in hex. */
export async function hashOf(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const piece of createReadStream(path)) digest.update(piece as Buffer)
  return digest.digest('hex')
}

/** Runs at most `count` of the given tasks at once, first come first served. */
function limit(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
