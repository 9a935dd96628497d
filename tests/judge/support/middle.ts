import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** What stands between a host and the site does to one connection. */
export type Mischief = 'nothing' | 'refuse' | 'garble' | 'cut' | 'drip' | 'error'

/** A wire between a host and the site that misbehaves, connection after connection, as the list says. */
export type Middle = {
  url: string
  /** What was done so far. */
  done: Mischief[]
  close: () => Promise<void>
}

const ERROR = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
/** Bytes of an answer that pass before it is cut. */
const CUT_AFTER = 5_000
const DROP = 4_096

/** Every connection carries one answer, so that each request meets the next of `plan`; nothing happens after it. */
export async function openMiddle(target: string, plan: readonly Mischief[]): Promise<Middle> {
  const { hostname, port } = new URL(target)
  const done: Mischief[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((near) => {
    keep(near)
    const mischief = plan[done.length] ?? 'nothing'
    done.push(mischief)
    if (mischief === 'refuse') return near.destroy()
    if (mischief === 'error') return near.once('data', () => near.end(ERROR))
    const far = keep(connect(Number(port), hostname))
    near.on('data', (bytes) =>
      far.write(String(bytes).replace(/connection: keep-alive/i, 'connection: close')),
    )
    near.on('close', () => far.destroy())
    far.on('close', () => near.end())
    pass(mischief, far, near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Carries what comes from afar, in the way that was chosen. */
function pass(mischief: Mischief, far: Socket, near: Socket): void {
  let passed = 0
  far.on('data', (bytes: Buffer) => {
    passed += bytes.length
    if (mischief === 'cut' && passed > CUT_AFTER) {
      near.write(bytes.subarray(0, 100))
      return near.destroy()
    }
    if (mischief === 'drip') return drip(bytes, far, near)
    // The head stays readable; the last byte of what follows does not.
    if (mischief === 'garble' && passed > CUT_AFTER) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    near.write(bytes)
  })
}

/** Piece by piece, each in a turn of its own. */
function drip(bytes: Buffer, far: Socket, near: Socket): void {
  far.pause()
  const next = (from: number) => {
    if (from >= bytes.length || near.destroyed) return void far.resume()
    near.write(bytes.subarray(from, from + DROP), () => setImmediate(next, from + DROP))
  }
  next(0)
}
