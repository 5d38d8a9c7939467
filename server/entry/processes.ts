// PROCESSES=n: this process starts the database and n processes that share the listening socket. The first of them also runs
// the jobs. A process that dies is replaced in its role.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Limits how often a process that fails during its start is restarted. */
const restartAfterMs = 1_000
const roleVariable = 'PROCESS_ROLE'

/** Undefined in a process without siblings. */
export function ownRole(): { runsJobs: boolean; isReplacement: boolean } | undefined {
  const role = cluster.isWorker ? process.env[roleVariable] : undefined
  return role === undefined ? undefined : { runsJobs: role.startsWith('first'), isReplacement: role.endsWith('again') }
}

export type Processes = { stop(signal?: NodeJS.Signals): Promise<void>; failed: Promise<never> }

/**
 * Resolves when all processes listen. Rejects when a process ends before it listens, because its settings are wrong.
 */
export async function startProcesses(count: number, port: number, say: (line: string) => void): Promise<Processes> {
  const running = new Set<Worker>()
  let isStopping = false
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {})

  const start = (role: string): Promise<unknown> => {
    const worker = cluster.fork({ PORT: String(port), [roleVariable]: role })
    running.add(worker)
    let listens = false
    const listening = once(worker, 'listening').then(() => {
      listens = true
    })
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (isStopping) return
      if (!listens && !role.endsWith('again')) return fail(new Error(`a process ended before it listened (${code})`))
      say(`process ${worker.process.pid} ended (${signal ?? code}); starting another`)
      void sleep(listens ? 0 : restartAfterMs).then(() => isStopping || start(`${role.split(' ')[0]} again`))
    })
    return listening
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    isStopping = true
    const ended = [...running].map((worker) => once(worker, 'exit'))
    for (const worker of running) worker.process.kill(signal)
    await Promise.all(ended)
  }

  const all = Array.from({ length: count }, (_, i) => start(i === 0 ? 'first' : 'other'))
  try {
    await Promise.race([Promise.all(all), failed])
  } catch (error) {
    await stop('SIGINT')
    throw error
  }
  return { stop, failed }
}
