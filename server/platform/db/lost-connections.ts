// Logs lost idle connections: a server that goes away breaks all of them at once, and one line says so.
import type { Log } from '../log.ts'

/** The first loss starts a second; its end brings one line with the number of connections. */
export function lostConnections(log: Log, withinMs = 1_000): (error: Error, group: string) => void {
  let lost = { connections: 0, err: '', groups: new Set<string>() }
  return (error, group) => {
    if (lost.connections === 0)
      setTimeout(() => {
        const { connections, err, groups } = lost
        lost = { connections: 0, err: '', groups: new Set() }
        log.warn({ err, connections, groups: [...groups].sort() }, 'idle database connections were lost')
      }, withinMs).unref()
    lost.connections++
    lost.err = error.message
    lost.groups.add(group)
  }
}
