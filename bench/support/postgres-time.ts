import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const tickMs = 10

/** Time in milliseconds. It includes ended processes that the server waited for. Linux only. */
export function postgresMs(dataDir: string): number {
  const [server = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === server)
  const ended = readFields(server).slice(13, 15)
  return [server, ...children].reduce(
    (sum, pid) => sum + tickMs * sumFields(readFields(pid).slice(11, 13)),
    tickMs * sumFields(ended),
  )
}

const parentOf = (pid: string) => readFields(pid)[1]

const sumFields = (fields: string[]) => fields.reduce((sum, field) => sum + Number(field), 0)

/** Fields of /proc/<pid>/stat from the state on. The process name before the state may contain any character. */
function readFields(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
