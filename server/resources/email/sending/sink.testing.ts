import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

export type Received = { from: string; to: string; raw: Buffer; connection: string }
export type Refusal = { code: number; text: string } | undefined

export type Sink = {
  url: string
  received: Received[]
  /** Decides the responses to RCPT TO and to the message. Undefined means acceptance. */
  rules: { recipient?: (address: string) => Refusal; message?: (mail: Received) => Refusal | Promise<Refusal> }
  /** Closes every connection, as servers with an idle timeout do. Resolves when the client has noticed this. */
  hangUp(): Promise<void>
  close(): Promise<void>
}

export async function startSink(): Promise<Sink> {
  const sink: Sink = { url: '', received: [], rules: {}, hangUp: async () => {}, close: async () => {} }
  const refuse = ({ code, text }: NonNullable<Refusal>) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const refusal = sink.rules.recipient?.(address)
      done(refusal && refuse(refusal))
    },
    async onData(stream: SMTPServerDataStream, { id, envelope }, done) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer)
      } catch {
        return
      }
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const mail = { from, to: envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(chunks), connection: id }
      const refusal = await sink.rules.message?.(mail)
      if (!refusal) sink.received.push(mail)
      done(refusal && refuse(refusal))
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  const sockets = new Set<Socket>()
  listening.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await once(listening, 'listening')
  return Object.assign(sink, {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    async hangUp() {
      await Promise.all(
        [...sockets].map(async (socket) => {
          socket.end('421 4.4.2 Idle for too long\r\n')
          await once(socket, 'close')
        }),
      )
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

export type Break = 'silence' | 'at the greeting' | 'at MAIL' | 'at DATA' | 'in the message' | 'after the message'

export type BrokenServer = { url: string; messages: string[]; conversations: number; close(): Promise<void> }

export async function startBroken(at: Break): Promise<BrokenServer> {
  const sockets = new Set<Socket>()
  const state = { messages: [] as string[], conversations: 0 }
  const server = createServer((socket) => {
    state.conversations++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    if (at === 'silence') return
    if (at === 'at the greeting') return void socket.destroy()
    converse(socket, at, state)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get messages() {
      return state.messages
    },
    get conversations() {
      return state.conversations
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function converse(socket: Socket, at: Break, state: { messages: string[] }): void {
  let buffer = ''
  let isMessage = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const line = (text: string) => {
    if (/^(EHLO|HELO)/i.test(text)) return say('250 sink')
    if (/^MAIL/i.test(text)) return at === 'at MAIL' ? socket.destroy() : say('250 ok')
    if (/^DATA/i.test(text)) {
      if (at === 'at DATA') return socket.destroy()
      isMessage = true
      return say('354 go on')
    }
    return say(/^QUIT/i.test(text) ? '221 bye' : '250 ok')
  }
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1')
    if (isMessage) {
      if (at === 'in the message') return void socket.destroy()
      const end = buffer.indexOf('\r\n.\r\n')
      if (end < 0) return
      state.messages.push(buffer.slice(0, end))
      return void socket.destroy()
    }
    for (let end = buffer.indexOf('\r\n'); end >= 0 && !isMessage; end = buffer.indexOf('\r\n')) {
      const text = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      line(text)
    }
  })
  say('220 sink')
}
