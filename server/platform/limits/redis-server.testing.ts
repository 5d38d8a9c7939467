import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'

export type RedisServer = {
  url: string
  socketUrl: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Freezes the server: connections stay open without a response until `thaw`. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

export async function startRedisServer(binary: string): Promise<RedisServer> {
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'evident-redis-'))
  const socket = join(dir, 'redis.sock')
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', dir, '--unixsocket', socket]
  let server: ChildProcess | undefined

  const redis: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    socketUrl: `unix:${socket}`,
    async start() {
      if (isRunning(server)) return
      server = spawn(binary, args, { stdio: 'ignore' })
      while (!(await answersPing(port))) await pause(10)
    },
    async kill() {
      if (!isRunning(server)) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async remove() {
      await redis.kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
  // A crashed test must not leave the Redis server running.
  process.once('exit', () => server?.kill('SIGKILL'))
  await redis.start()
  return redis
}

function isRunning(server: ChildProcess | undefined): server is ChildProcess {
  return server !== undefined && server.exitCode === null && server.signalCode === null
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    const settle = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.once('data', () => settle(true)).once('error', () => settle(false))
  })
}
