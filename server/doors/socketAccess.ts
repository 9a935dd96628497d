import type { WebSocket } from 'ws'
import type { House } from '../context.ts'
import { type Owner, ownerOfSession } from '../modules/user/session.ts'
import { rightsText } from '../policy/audience.ts'
import type { Viewer } from '../policy/viewer.ts'

/** Close codes of graphql-ws: this login has no access, and reconnect later. */
const FORBIDDEN = 4403
export const TRY_AGAIN_LATER = 1013

/**
 * Streams of a group subscribe again at random moments within this time (ms) after a change of membership.
 */
const MOVE_WITHIN = 300

/** Subscription of a socket. */
export type Moving = {
  /** Moves to another stream if the standing changed. */
  check(): void
  /** Leaves a stream of the group, and subscribes again after `after` ms. */
  leaveGroup(groupId: number, after: number): void
}

/** Owner of an access at a moment, and the number of doubts until then. */
export type Claim = { viewer: Viewer; doubts: number }

/**
 * Owner of one open socket as this process knows it: read at the beginning, for every operation, on events,
 * and by the sweep. An event needs no query for its listeners.
 */
export class SocketAccess {
  viewer: Viewer
  readonly socket: WebSocket
  readonly sessionId: number | null
  readonly streams = new Set<Moving>()
  readonly #house: House
  #until = 0
  #timer: NodeJS.Timeout | undefined
  /** Number of doubts, and of reads begun and applied. */
  #doubts = 0
  #begun = 0
  #taken = 0

  constructor(house: House, socket: WebSocket, owner: { viewer: Viewer; sessionId: number | null }) {
    this.#house = house
    this.socket = socket
    this.viewer = owner.viewer
    this.sessionId = owner.sessionId
    socket.once('close', () => clearTimeout(this.#timer))
  }

  /** The current claim. */
  get claim(): Claim {
    return { viewer: this.viewer, doubts: this.#doubts }
  }

  /** Whether a stream is still authorized that was subscribed with a claim and a standing. */
  stillHas({ viewer, doubts }: Claim, standing: (viewer: Viewer) => string): boolean {
    if (doubts !== this.#doubts || rightsText(viewer) !== rightsText(this.viewer)) return false
    return viewer === this.viewer || standing(viewer) === standing(this.viewer)
  }

  /** Reads the owner again, moves the streams, and closes the socket when the session has ended. */
  async renew(): Promise<Viewer> {
    if (this.sessionId === null) return null
    const turn = ++this.#begun
    const owner = await ownerOfSession(this.#house, this.sessionId)
    if (!owner) {
      // Closing takes a moment, in which nothing may run as the former owner.
      this.viewer = null
      this.#taken = Number.POSITIVE_INFINITY
      this.close()
      return null
    }
    if (turn > this.#taken) {
      this.#taken = turn
      this.#take(owner)
    }
    return this.viewer
  }

  /** Stops all streams until the owner was read again. */
  doubt(): void {
    this.#doubts++
    for (const stream of this.streams) stream.check()
    this.#renewOrClose()
  }

  /** Stops the streams of a group until the owner's role there was read again. */
  doubtIn(groupId: number): void {
    for (const stream of this.streams) stream.leaveGroup(groupId, Math.random() * MOVE_WITHIN)
    this.#renewOrClose()
  }

  close(): void {
    this.socket.close(FORBIDDEN, 'Forbidden')
  }

  #take({ viewer, until }: Owner): void {
    this.viewer = viewer
    for (const stream of this.streams) stream.check()
    if (until.getTime() === this.#until || this.socket.readyState !== this.socket.OPEN) return
    this.#until = until.getTime()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#renewOrClose(), this.#until - Date.now())
  }

  /** A socket whose owner cannot be read reconnects later. */
  #renewOrClose(): void {
    this.renew().catch(() => this.socket.close(TRY_AGAIN_LATER, 'Try again later'))
  }
}

/** The accesses of one process. */
export function createSocketAccess(house: House) {
  const all = new Set<SocketAccess>()
  const byUser = new Map<string, Set<SocketAccess>>()

  const off = house.events.listen(({ name, payload }) => {
    if (name === 'membership.changed') {
      for (const access of byUser.get(payload.userId) ?? []) access.doubtIn(payload.groupId)
      return
    }
    if (name === 'group.changed') {
      for (const access of all) access.doubtIn(payload.groupId)
      return
    }
    if (name !== 'session.ended' && name !== 'reader.changed') return
    for (const access of byUser.get(payload.userId) ?? []) {
      if (name === 'reader.changed') access.doubt()
      else if (payload.sessionId === null || payload.sessionId === access.sessionId) access.close()
    }
  })
  const sweep = setInterval(() => {
    Promise.all([...all].map((access) => access.renew())).catch((err: unknown) =>
      house.log.warn({ err }, 'the owners of open sockets could not be read'),
    )
  }, house.recheckMs)

  return {
    all,
    /** Adds a socket; null when it is closed or its session has ended. */
    async take(
      socket: WebSocket,
      owner: { viewer: Viewer; sessionId: number | null },
    ): Promise<SocketAccess | null> {
      if (socket.readyState !== socket.OPEN) return null
      const access = new SocketAccess(house, socket, owner)
      all.add(access)
      socket.once('close', () => all.delete(access))
      if (!owner.viewer) return access
      const { id } = owner.viewer
      const accesses = byUser.get(id) ?? new Set()
      byUser.set(id, accesses.add(access))
      socket.once('close', () => {
        accesses.delete(access)
        if (accesses.size === 0 && byUser.get(id) === accesses) byUser.delete(id)
      })
      return (await access.renew()) && access
    },
    end() {
      off()
      clearInterval(sweep)
    },
  }
}
