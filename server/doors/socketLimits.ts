/**
 * Newcomers are sockets without a connection_init. They never block others: beyond `easy` those older than
 * `wait` (ms) are closed, and beyond `most` the oldest is, whatever its age. 2,000 machines of a room that
 * reconnect in the same second from one address stay below `most`.
 */
const NEWCOMERS = { wait: 1000, easy: { address: 200, all: 1000 }, most: { address: 3000, all: 8000 } }

/** Maximum sockets of a session: one for every open page. */
const MOST_OF_LOGIN = 200
/** Maximum sockets of a guest address; a school has one for all of its machines. */
const MOST_OF_GUESTS = 2000

/** A counted socket. */
export type CountedSocket = {
  /** Its connection_init has arrived. */
  spoke(): void
  /** Counts it for its session, or for its address if a guest; false above the limit. */
  admit(sessionId: number | null): boolean
  leave(): void
}

export type SocketLimits = {
  /** Counts a newcomer; `drop` closes it to make room. `now` is in ms. */
  arrive(address: string, now: number, drop: () => void): CountedSocket
}

type Newcomer = { address: string; since: number; drop(): void }

/** Counts the sockets of one process. */
export function createSocketLimits(): SocketLimits {
  const all = new Set<Newcomer>()
  const byAddress = new Map<string, Set<Newcomer>>()
  const admitted = new Map<string, number>()

  const forget = (newcomer: Newcomer) => {
    all.delete(newcomer)
    const neighbours = byAddress.get(newcomer.address)
    neighbours?.delete(newcomer)
    if (neighbours?.size === 0) byAddress.delete(newcomer.address)
  }

  const makeRoom = (newcomers: Set<Newcomer>, easy: number, most: number, now: number) => {
    for (const oldest of newcomers) {
      const waited = now - oldest.since >= NEWCOMERS.wait
      if (newcomers.size <= (waited ? easy : most)) return
      forget(oldest)
      oldest.drop()
    }
  }

  return {
    arrive(address, now, drop) {
      const newcomer = { address, since: now, drop }
      const neighbours = byAddress.get(address) ?? new Set()
      byAddress.set(address, neighbours.add(newcomer))
      all.add(newcomer)
      makeRoom(neighbours, NEWCOMERS.easy.address, NEWCOMERS.most.address, now)
      makeRoom(all, NEWCOMERS.easy.all, NEWCOMERS.most.all, now)

      let owner: string | null = null
      let gone = false
      return {
        spoke: () => forget(newcomer),
        admit(sessionId) {
          const most = sessionId === null ? MOST_OF_GUESTS : MOST_OF_LOGIN
          const key = sessionId === null ? `guests of ${address}` : `login ${sessionId}`
          const count = admitted.get(key) ?? 0
          if (gone || count >= most) return false
          admitted.set(key, count + 1)
          owner = key
          return true
        },
        leave() {
          gone = true
          forget(newcomer)
          if (owner === null) return
          const left = (admitted.get(owner) ?? 1) - 1
          if (left > 0) admitted.set(owner, left)
          else admitted.delete(owner)
        },
      }
    },
  }
}
