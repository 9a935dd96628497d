import type { WebSocket } from 'ws'
import type { House } from '../context.ts'
import { type Owner, ownerOfSession } from '../modules/user/session.ts'
import { rightsText } from '../policy/audience.ts'
import type { Viewer } from '../policy/viewer.ts'

/** Close codes that graphql-ws clients know: not to come back, and to come back after a while. */
const FORBIDDEN = 4403
export const TRY_AGAIN_LATER = 1013

/** Streams of a place whose members change leave it at once and ask again within this time (ms), not all in step. */
const MOVE_WITHIN = 300

/** A subscription of a socket. */
export type Moving = {
  /** Leaves its stream for another where it belongs there by now. */
  check(): void
  /** Leaves its stream, to ask again after so long (ms), where that is of a group. */
  leaveGroup(groupId: number, after: number): void
}

/** Who owned a access at a moment, and how often they had been doubted. */
export type Claim = { viewer: Viewer; doubts: number }

/**
 * One open socket and its owner as this process knows them: read at the beginning, for every operation, when
 * PostgreSQL tells of a change, and by the sweep. No event asks the database who its listeners are.
 */
export class SocketAccess {
  viewer: Viewer
  readonly socket: WebSocket
  readonly sessionId: number | null
  readonly streams = new Set<Moving>()
  readonly #house: House
  #until = 0
  #timer: NodeJS.Timeout | undefined
  /** How often the owner was doubted; and the last reading that was begun, and that was taken. */
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

  /** Whose it is at this moment. */
  get claim(): Claim {
    return { viewer: this.viewer, doubts: this.#doubts }
  }

  /** Whether a stream that somebody was let in to by a claim, being `standing` in its place, is still theirs. */
  stillHas({ viewer, doubts }: Claim, standing: (viewer: Viewer) => string): boolean {
    if (doubts !== this.#doubts || rightsText(viewer) !== rightsText(this.viewer)) return false
    return viewer === this.viewer || standing(viewer) === standing(this.viewer)
  }

  /** Reads who the owner is by now, moves the streams, and closes the socket where the login is over. */
  async renew(): Promise<Viewer> {
    if (this.sessionId === null) return null
    const turn = ++this.#begun
    const owner = await ownerOfSession(this.#house, this.sessionId)
    if (!owner) {
      // Closing takes a moment, in which nothing happens in the name of the former owner.
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

  /** Lets no stream go on before the owner has been read again. */
  doubt(): void {
    this.#doubts++
    for (const stream of this.streams) stream.check()
    this.#renewOrClose()
  }

  /** Stops the streams of a group until the owner's role there has been read again. */
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

  /** Anyone who cannot be read is told to come back. */
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
    /** Seats anyone who has just come; null where they are gone, or their login is over. */
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
