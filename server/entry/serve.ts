import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { startWorkers } from '#platform/jobs/jobs.ts'
import type { Config } from '#platform/process/config.ts'
import { firstAccountToken } from '#resources/orgs/first-account/rules.ts'
import { startSender } from '#resources/outbound-webhooks/sending/sender.ts'
import { createApi } from './api.ts'
import { jobs } from './areas.ts'
import { listenForBounces } from './commands/bounces.ts'
import { poolingGaps } from './commands/database-checks.ts'
import { joinDatabase, startDatabase } from './database.ts'
import { exposureGaps, processGaps } from './exposure.ts'
import { OperatorError } from './operator.ts'
import { ownRole, startProcesses } from './processes.ts'
import { composeService, type Service } from './service.ts'
import { giveBackStartUpMemory } from './start-up-memory.ts'
import { type StopSignal, watchStopSignals } from './stop-signals.ts'

/** After the drain, running calls get this much time and are then cut off. */
const lastCallsMs = 3_000
/**
 * If stopping takes longer than this after the drain, the process exits by force. The launcher and orchestrators allow
 * ten seconds.
 */
const stopWithinMs = 6_000

type Stop = (signal?: StopSignal) => Promise<void>
/**
 * Functions that stop the parts of the service. They run in reverse order, `always` last. A second signal runs only
 * `always`.
 */
type Stops = { usual: Stop[]; always: Stop[]; isHurried: Promise<unknown> }

export function serve(config: Config): Promise<number> {
  const role = ownRole()
  return config.processes > 1 && !role ? serveByProcesses(config) : serveAlone(config, role)
}

const serveByProcesses = (config: Config): Promise<number> =>
  runUntilAsked(config, async ({ always }) => {
    const database = await startDatabase(config, say)
    always.push(() => database.stop())
    const { port, release } = await takePort(config)
    await release()
    const processes = await startProcesses(config.processes, port, say).catch(() => {
      throw new OperatorError('The service did not start: see the lines above.')
    })
    always.push((signal) => processes.stop(signal))
    for (const gap of [...exposureGaps(config), ...processGaps(config), ...poolingGaps(config, database)])
      say(`WARNING: ${gap}`)
  })

const serveAlone = (config: Config, role = { runsJobs: true, isReplacement: false }): Promise<number> =>
  runUntilAsked(config, async ({ usual, always, isHurried }) => {
    const database = await (cluster.isWorker ? joinDatabase(config, say) : startDatabase(config, say))
    always.push(() => database.stop())
    const { port, release } = await takePort(config)
    usual.push(release)
    const service = composeService({ ...config, port }, database.url, database)
    usual.push(() => service.close())
    const app = await createApi(service)
    usual.push(() => closeApi(app))
    await release()
    await listen(app, service.services.config)
    // The probe's connection stays open. A later release then sees that this process is connected.
    await service.db.probe().catch(() => {})
    const working: Stop[] = []
    usual.push(async (signal) => {
      // Stops the worker without waiting for the drain, because other processes can take over its jobs.
      await Promise.all([drain(service, signal, isHurried), stopAll(working)])
    })
    if (!role.runsJobs) return
    await startWorking(service, working)
    const gaps = cluster.isWorker ? [] : [...exposureGaps(config), ...poolingGaps(config, database)]
    for (const gap of gaps) say(`WARNING: ${gap}`)
    if (!role.isReplacement) welcome(service, await service.services.users.hasAnybody())
  })

export const work = (config: Config): Promise<number> =>
  runUntilAsked(config, async ({ usual, always }) => {
    const database = await startDatabase(config, say)
    always.push(() => database.stop())
    const service = composeService(config, database.url, database)
    usual.push(() => service.close())
    await startWorking(service, usual)
    say('working on jobs')
  })

async function startWorking(service: Service, stops: Stop[]): Promise<void> {
  const workers = await startWorkers({ jobs, db: service.db, services: service.services })
  stops.push(() => workers.stop())
  const sender = startSender(service)
  stops.push(() => sender.stop())
  const bounces = await listenForBounces(service)
  stops.push(() => bounces.stop())
}

/** Stops everything that started, even when a later part failed to start. */
async function runUntilAsked({ drainSeconds }: Config, start: (stops: Stops) => Promise<void>): Promise<number> {
  const { first, second } = watchStopSignals()
  const stops: Stops = { usual: [], always: [], isHurried: second }
  // A start can wait long for another process's migration, so both handlers are set before the start.
  void first.then(() => {
    say('stopping')
    setTimeout(() => process.exit(1), drainSeconds * 1_000 + stopWithinMs).unref()
  })
  void second.then(async (again) => {
    await stopAll(stops.always, again)
    process.exit(0)
  })
  let signal: StopSignal | undefined
  try {
    await start(stops)
    void giveBackStartUpMemory()
    signal = await first
    return 0
  } finally {
    await stopAll(stops.usual, signal)
    await stopAll(stops.always, signal)
  }
}

async function stopAll(stops: readonly Stop[], signal?: StopSignal): Promise<void> {
  for (const stop of stops.toReversed()) await stop(signal).catch((error) => console.error(error))
}

/**
 * Continues to serve until proxies know that this process is not ready. A service started at a terminal has no proxy,
 * so it does not wait.
 */
async function drain(
  { services }: Service,
  signal: StopSignal | undefined,
  isHurried: Promise<unknown>,
): Promise<void> {
  services.readiness.isStopping = true
  if (signal === 'SIGTERM') await Promise.race([sleep(services.config.drainSeconds * 1_000), isHurried])
}

async function closeApi(app: FastifyInstance): Promise<void> {
  const cutting = setTimeout(() => app.server.closeAllConnections(), lastCallsMs)
  await app.close()
  clearTimeout(cutting)
}

/**
 * Documents, media URLs and sign-in contain the port, so with PORT=0 a free port is chosen before anything is built. A
 * placeholder occupies the port, because the build takes a second and the system could assign the port to others.
 */
async function takePort(config: Config): Promise<{ port: number; release: Stop }> {
  const { host, port } = config
  if (port !== 0) return { port, release: async () => {} }
  try {
    const holder = createServer((early) => early.destroy()).listen({ host, port })
    await once(holder, 'listening')
    const { port: free } = holder.address() as AddressInfo
    return { port: free, release: () => new Promise((resolve) => void holder.close(() => resolve())) }
  } catch (error) {
    throw cannotListen(error, config)
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw cannotListen(error, { host, port })
  }
}

function cannotListen(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new OperatorError(`Port ${port} is already in use. Choose another with PORT.`)
  return code ? new OperatorError(`Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`) : error
}

const say = (line: string) => console.error(`evident: ${line}`)

/** The address comes last, so a reader finds it right above the cursor. */
function welcome({ origin, services }: Service, hasAccounts: boolean): void {
  // The secret is in the URL's fragment, so no server or log on the way gets it.
  const page = hasAccounts ? '' : `/first-account#${firstAccountToken(services.secrets)}`
  console.log(`
  Evident ${services.config.version} is ready.
    API         ${origin}/api/v1
    Guides      ${origin}/docs
    Demo shop   npm run -s evident -- demo

  ${hasAccounts ? 'Open the admin application:' : 'Create the first account in a browser:'}
  ${origin}/admin${page}`)
}
