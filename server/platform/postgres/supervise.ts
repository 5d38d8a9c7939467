// Supervises the server and restarts it when it dies. After the service has started, restarts have no limit. Callers get
// 503 until the server is back.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { launchServer, type ServerProcess } from './server-process.ts'

export type Supervisor = { stop(): Promise<void> }

export async function keepRunning(cluster: Cluster, log: (line: string) => void): Promise<Supervisor> {
  const stopping = new AbortController()
  const quietWhenStopping = (line: string) => stopping.signal.aborted || log(line)
  const launch = () => launchServer(cluster, quietWhenStopping)
  let server = await firstStart(launch)

  const watch = async () => {
    for (let pauseMs = 100; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      const reason = await server.ended
      if (stopping.signal.aborted) return
      log(`the database server ${reason}; starting it again`)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      server = launch()
      const failure = await server.ready.then(() => undefined, String)
      if (failure) log(failure)
      else pauseMs = 50
    }
  }
  const watching = watch()

  const stop = async () => {
    stopping.abort()
    await server.stop()
    await watching
  }
  return { stop }
}

/** A killed server's children live a moment longer, and PostgreSQL refuses to start until they end. */
async function firstStart(launch: () => ServerProcess): Promise<ServerProcess> {
  const end = Date.now() + 10_000
  for (;;) {
    const server = launch()
    try {
      await server.ready
      return server
    } catch (error) {
      await server.ended
      const isPassing = /pre-existing shared memory|lock file .* already exists/.test(String(error))
      if (!isPassing || Date.now() > end) throw error
      await sleep(100)
    }
  }
}
