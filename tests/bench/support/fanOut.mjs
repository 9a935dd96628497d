// A bare WebSocket server: what its parent hands it goes out to every socket, and nothing else is done.
import { WebSocketServer } from 'ws'

const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
sockets.once('listening', () => process.send({ url: `http://127.0.0.1:${sockets.address().port}` }))
sockets.on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('message', (bytes) => {
    const { type, id } = JSON.parse(String(bytes))
    if (type === 'connection_init') socket.send('{"type":"connection_ack"}')
    else if (type === 'subscribe') socket.subscribed = id
  })
})
process.on('message', (text) => {
  for (const socket of sockets.clients) socket.send(text)
})
process.once('disconnect', () => process.exit(0))
