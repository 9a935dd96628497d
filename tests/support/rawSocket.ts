import { once } from 'node:events'
import WebSocket from 'ws'

export type Frame = {
  type: string
  id?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  payload?: any
}

/** A socket whose every frame is the test's own, for what no client would send. */
export type RawSocket = {
  socket: WebSocket
  send(frame: object | string | Buffer): void
  /** The first frame, come or to come, that `wanted` takes; others are left for later calls. */
  frame(wanted: (frame: Frame) => boolean): Promise<Frame>
  /** Frames that came and that nobody asked for yet. */
  left(): readonly Frame[]
  /** Code and reason of the end. */
  closed: Promise<{ code: number; reason: string }>
}

const PATIENCE = 10_000

/** Opens such a socket; `init` is the payload of the greeting, null for none. */
export async function openRawSocket(
  url: string,
  { init = {}, headers = {} }: { init?: object | null; headers?: Record<string, string> } = {},
): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (bytes) => {
    frames.push(JSON.parse(String(bytes)) as Frame)
    for (const look of [...waiting]) look()
  })
  socket.on('error', () => {})
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  const raw: RawSocket = {
    socket,
    closed,
    left: () => frames,
    send: (frame) =>
      socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
    frame: (wanted) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`no such frame; there are ${JSON.stringify(frames).slice(0, 500)}`))
        }, PATIENCE)
        const look = () => {
          const at = frames.findIndex(wanted)
          const [found] = at < 0 ? [] : frames.splice(at, 1)
          if (!found) return
          waiting.delete(look)
          clearTimeout(late)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
  await once(socket, 'open')
  if (init !== null) {
    raw.send({ type: 'connection_init', payload: init })
    await Promise.race([raw.frame(({ type }) => type === 'connection_ack'), closed])
  }
  return raw
}

/** One operation over a socket: all its frames up to the end. */
export async function askSocket(raw: RawSocket, id: string, payload: object): Promise<Frame[]> {
  raw.send({ id, type: 'subscribe', payload })
  const frames: Frame[] = []
  for (;;) {
    const frame = await raw.frame((one) => one.id === id)
    frames.push(frame)
    if (frame.type === 'complete' || frame.type === 'error') return frames
  }
}
