// What PostgreSQL has cost so far: the processor time of the server and of all it has started.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const tickMs = 10

/** In milliseconds. Processes that have ended are counted by the server that waited for them. Linux only. */
export function postgresMs(dataDir: string): number {
  const [server = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === server)
  const ended = fieldsOf(server).slice(13, 15)
  return [server, ...children].reduce(
    (sum, pid) => sum + tickMs * sumOf(fieldsOf(pid).slice(11, 13)),
    tickMs * sumOf(ended),
  )
}

const parentOf = (pid: string) => fieldsOf(pid)[1]

const sumOf = (fields: string[]) => fields.reduce((sum, field) => sum + Number(field), 0)

/** Of /proc/<pid>/stat, from the state on: the name before it may hold anything. */
function fieldsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
