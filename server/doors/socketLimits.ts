/**
 * Newcomers are sockets without a connection_init. They never block others: beyond `easy` those older than
 * `wait` (ms) are closed, and beyond `most` the oldest is, whatever its age. 2,000 machines of a room that
 * reconnect in the same second from one address stay below `most`.
 */
const NEWCOMERS = { wait: 1000, easy: { address: 200, all: 1000 }, most: { address: 3000, all: 8000 } }

/** Maximum sockets of a session: one for every open page. */
const MOST_OF_LOGIN = 200
/** Maximum sockets of an account, whose logins are not limited in number. */
const MOST_OF_ACCOUNT = 1000
/** Maximum sockets of a guest address; a school has one for all of its machines. */
const MOST_OF_GUESTS = 2000

/** Login of a socket. */
export type SocketLogin = { sessionId: number; userId: string }

/** A counted socket. */
export type CountedSocket = {
  /** Its connection_init has arrived. */
  spoke(): void
  /** Counts it for its session and account, or for its address if a guest; false above a limit. */
  admit(login: SocketLogin | null): boolean
  leave(): void
}

export type SocketLimits = {
  /** Counts a newcomer; `drop` closes it to make room. `now` is in ms. */
  arrive(address: string, now: number, drop: () => void): CountedSocket
}

type Count = { key: string; most: number }

const countsOf = (address: string, login: SocketLogin | null): Count[] =>
  login === null
    ? [{ key: `guests of ${address}`, most: MOST_OF_GUESTS }]
    : [
        { key: `login ${login.sessionId}`, most: MOST_OF_LOGIN },
        { key: `account ${login.userId}`, most: MOST_OF_ACCOUNT },
      ]

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

      let counts: Count[] = []
      let gone = false
      return {
        spoke: () => forget(newcomer),
        admit(login) {
          const wanted = countsOf(address, login)
          if (gone || wanted.some(({ key, most }) => (admitted.get(key) ?? 0) >= most)) return false
          for (const { key } of wanted) admitted.set(key, (admitted.get(key) ?? 0) + 1)
          counts = wanted
          return true
        },
        leave() {
          gone = true
          forget(newcomer)
          for (const { key } of counts.splice(0)) {
            const left = (admitted.get(key) ?? 1) - 1
            if (left > 0) admitted.set(key, left)
            else admitted.delete(key)
          }
        },
      }
    },
  }
}
