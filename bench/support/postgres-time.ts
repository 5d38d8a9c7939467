import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const tickMs = 10

/** Processor time in ms, measured in nanoseconds for running processes and in ticks for ended ones. Linux only. */
export function postgresMs(dataDir: string): number {
  const [server = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === server)
  const ended = readFields(server).slice(13, 15)
  return [server, ...children].reduce((sum, pid) => sum + runningMs(pid), tickMs * sumFields(ended))
}

function runningMs(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
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
