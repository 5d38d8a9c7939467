// The heartbeat is sent from another connection, as every announcement is. So it detects a dead connection, a server that
// is no longer the primary, and a pooler that drops LISTEN. Nothing may rely on this connection while it is not live.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import type { Log } from '../process/log.ts'
import { reportLoss } from '../process/loss-log.ts'

export type ListenerEvents = {
  onMessage(payload: string): void
  /** Called when the connection is live. After this, no message is missed. */
  onLive(): void
  /** Called when the connection is lost. After this, messages may have been missed. */
  onLost(): void
}

export type Listener = { close(): Promise<void> }

type Options = {
  connection: ClientConfig
  channel: string
  /** Sends the payload to the channel from another connection. */
  notify(channel: string, payload: string): Promise<unknown>
  events: ListenerEvents
  log: Log
  heartbeatMs?: number
  waitMs?: number
}

export function createListener(options: Options): Listener {
  let isClosed = false
  let current: ListenerConnection | undefined
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let isDeaf = false

  const connect = () => {
    current = listen(options, {
      onLive() {
        failures = 0
        isDeaf = false
        options.events.onLive()
      },
      onEnd(reason) {
        current = undefined
        if (isClosed) return
        options.events.onLost()
        if (reason !== deaf) reportLoss(options.log, `the listener for changes was lost: ${reason}`)
        // Behind a pooler in transaction mode, every attempt to listen ends here.
        else if (!isDeaf) options.log.warn({}, 'LISTEN receives nothing, so storefront responses are not cached')
        isDeaf = reason === deaf
        failures++
        retry = setTimeout(connect, Math.min(100 * 2 ** failures, 5_000))
        retry.unref()
      },
    })
  }
  connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(retry)
      await current?.end()
    },
  }
}

const deaf = 'no heartbeat arrived'

type ListenerConnection = { end(): Promise<void> }

function listen(
  { connection, channel, notify, events, heartbeatMs = 5_000, waitMs = 3_000 }: Options,
  lifecycle: { onLive(): void; onEnd(reason: string): void },
): ListenerConnection {
  const client = new Client({ ...connection, keepAlive: true, connectionTimeoutMillis: waitMs })
  const heartbeat = `beat ${randomUUID()}`
  let isEnded = false
  let isLive = false
  let waiting: NodeJS.Timeout | undefined
  let pausing: NodeJS.Timeout | undefined

  const end = (reason: string) => {
    if (isEnded) return
    isEnded = true
    clearTimeout(waiting)
    clearTimeout(pausing)
    // `end()` would wait for an acknowledgement that a dead connection never sends.
    socketOf(client)?.destroy()
    lifecycle.onEnd(reason)
  }
  const sendHeartbeat = () => {
    waiting = setTimeout(end, waitMs, deaf)
    waiting.unref()
    notify(channel, heartbeat).catch((error: Error) => end(error.message))
  }
  const onHeartbeat = () => {
    clearTimeout(waiting)
    if (!isLive) lifecycle.onLive()
    isLive = true
    pausing = setTimeout(sendHeartbeat, heartbeatMs)
    pausing.unref()
  }
  client.on('error', (error) => end(error.message))
  client.on('end', () => end('the connection has ended'))
  client.on('notification', ({ payload = '' }) => {
    if (isEnded) return
    if (payload === heartbeat) onHeartbeat()
    else if (!payload.startsWith('beat ')) events.onMessage(payload)
  })
  client
    .connect()
    .then(() => client.query(`listen ${client.escapeIdentifier(channel)}`))
    .then(sendHeartbeat)
    .catch((error: Error) => end(error.message))
  return {
    end: async () => {
      isEnded = true
      clearTimeout(waiting)
      clearTimeout(pausing)
      // A dead connection never acknowledges the closing message.
      const giveUp = setTimeout(() => socketOf(client)?.destroy(), 1_000)
      await client.end().catch(() => {})
      clearTimeout(giveUp)
    },
  }
}

const socketOf = (client: Client) => (client as unknown as { connection?: { stream?: Socket } }).connection?.stream
