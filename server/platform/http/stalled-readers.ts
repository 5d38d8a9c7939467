// A reader that stalls during an export occupies a connection; one that stalls during a picture also occupies an open file.
// Data from a client does not prove that the client reads.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export const stalledAfterMs = 30_000

type Progress = { taken: number; queued: number; atMs: number }

export function endStalledReaders(app: FastifyInstance, afterMs = stalledAfterMs): void {
  const sockets = new Map<Socket, Progress | undefined>()
  const watch = (socket: Socket) => {
    if (sockets.has(socket)) return
    sockets.set(socket, undefined)
    socket.once('close', () => sockets.delete(socket))
  }
  const look = () => {
    const nowMs = performance.now()
    for (const [socket, seen] of sockets) {
      const left = socket.writableLength
      if (left === 0) {
        if (seen) sockets.set(socket, undefined)
        continue
      }
      const taken = socket.bytesWritten - left
      const queued = queuedIn(socket)
      if (!seen || seen.taken !== taken || seen.queued !== queued) sockets.set(socket, { taken, queued, atMs: nowMs })
      else if (nowMs - seen.atMs >= afterMs) socket.destroy()
    }
  }
  app.server.on('connection', watch)
  // When the host name has two addresses, the framework listens with a second server. This hook finds that server's
  // sockets.
  app.addHook('onRequest', (request, _reply, done) => {
    watch(request.raw.socket)
    done()
  })
  const timer = setInterval(look, afterMs / 6)
  timer.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

/** Node counts a write only when it is sent completely, but the handle reports how much of a large write is queued. */
const queuedIn = (socket: Socket): number =>
  (socket as unknown as { _handle?: { writeQueueSize?: number } })._handle?.writeQueueSize ?? 0
