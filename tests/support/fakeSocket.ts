/** A WebSocket whose server is the test. */
export class Socket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static readonly all: Socket[] = []
  readonly at = performance.now()
  readyState = Socket.CONNECTING
  readonly sent: { type: string; id?: string; payload?: Record<string, unknown> }[] = []
  onopen: () => unknown = () => {}
  onclose: ((event: CloseEvent) => unknown) | null = null
  onerror: ((event: Event) => unknown) | null = null
  onmessage: (message: { data: string }) => unknown = () => {}

  constructor() {
    Socket.all.push(this)
  }

  send(text: string) {
    this.sent.push(JSON.parse(text))
  }

  close() {
    this.readyState = Socket.CLOSED
  }

  /** The connection opens, and the server acknowledges. */
  async open() {
    this.readyState = Socket.OPEN
    await this.onopen()
    this.onmessage({ data: JSON.stringify({ type: 'connection_ack' }) })
  }

  /** The server closes the socket. */
  end(code: number) {
    this.readyState = Socket.CLOSED
    this.onclose?.(new CloseEvent('close', { code, wasClean: true }))
  }
}
