import { once } from 'node:events'
import WebSocket from 'ws'

/** What one of many sockets is told of: the text of a frame, and when it came (ms since the epoch). */
export type Heard = (text: string, socket: number) => void

/** Milliseconds since the epoch, finer than Date.now(). */
export const clock = (): number => performance.timeOrigin + performance.now()

const AT_ONCE = 100

/** Many sockets that follow one subscription; `heard` is called for each event that any of them gets. */
export async function openAudience(
  url: string,
  size: number,
  payload: object,
  heard: Heard,
  init: (socket: number) => object = () => ({ 'Accept-Language': 'en-US' }),
): Promise<{ close(): Promise<void> }> {
  const sockets: WebSocket[] = []
  const open = async (index: number) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      perMessageDeflate: false,
    })
    sockets.push(socket)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: init(index) }))
    await once(socket, 'message')
    socket.on('message', (bytes) => {
      const text = String(bytes)
      if (text.includes('"type":"next"')) heard(text, index)
      else if (text.includes('"type":"ping"')) socket.send('{"type":"pong"}')
      else if (text.includes('"type":"error"')) throw new Error(text)
    })
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }))
  }
  for (let at = 0; at < size; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, size - at) }, (_, i) => open(at + i))
    await Promise.all(some)
  }
  return {
    async close() {
      const closed = sockets.map((socket) => once(socket, 'close'))
      for (const socket of sockets) socket.terminate()
      await Promise.all(closed)
    },
  }
}
