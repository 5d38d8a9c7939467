import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { startWorkers } from '#platform/jobs/jobs.ts'
import type { Config } from '#platform/process/config.ts'
import { firstAccountToken } from '#resources/orgs/first-account/rules.ts'
import { startSender } from '#resources/outbound-webhooks/sending/sender.ts'
import { createApi } from './api.ts'
import { jobs } from './areas.ts'
import { listenForBounces } from './commands/bounces.ts'
import { poolingGaps } from './commands/database-checks.ts'
import { joinDatabase, type OpenDatabase, startDatabase } from './database.ts'
import { exposureGaps, processGaps } from './exposure.ts'
import { OperatorError } from './operator.ts'
import { ownRole, startProcesses } from './processes.ts'
import { composeService, type Service } from './service.ts'
import { giveBackStartUpMemory } from './start-up-memory.ts'

/** The process exits by force if it takes longer to stop. The launcher and orchestrators allow ten seconds. */
const stopWithinMs = 9_000

type Stop = () => Promise<void>

export function serve(config: Config): Promise<number> {
  const role = ownRole()
  return config.processes > 1 && !role ? serveByProcesses(config) : serveAlone(config, role)
}

const serveByProcesses = (config: Config): Promise<number> =>
  runUntilAsked(async (stops) => {
    const database = await startDatabase(config, say)
    stops.push(() => database.stop())
    const { port, release } = await takePort(config)
    await release()
    const processes = await startProcesses(config.processes, port, say).catch(() => {
      throw new OperatorError('The service did not start: see the lines above.')
    })
    stops.push(() => processes.stop())
    for (const gap of [...exposureGaps(config), ...processGaps(config), ...poolingGaps(config, database)])
      say(`WARNING: ${gap}`)
  })

const serveAlone = (config: Config, role = { runsJobs: true, isReplacement: false }): Promise<number> =>
  runUntilAsked(async (stops) => {
    const database = await (cluster.isWorker ? joinDatabase(config, say) : startDatabase(config, say))
    stops.push(() => database.stop())
    const { port, release } = await takePort(config)
    stops.push(release)
    const service = composeService({ ...config, port }, database.url, { tokenKey: database.tokenKey })
    stops.push(() => service.close())
    const app = await createApi(service)
    stops.push(() => app.close())
    await release()
    await listen(app, service.services.config)
    if (!role.runsJobs) return
    await startWorking(service, stops)
    if (!role.isReplacement) welcome(service, database, await service.services.users.hasAnybody())
    if (cluster.isWorker) return
    for (const gap of [...exposureGaps(config), ...poolingGaps(config, database)]) say(`WARNING: ${gap}`)
  })

export const work = (config: Config): Promise<number> =>
  runUntilAsked(async (stops) => {
    const database = await startDatabase(config, say)
    stops.push(() => database.stop())
    const service = composeService(config, database.url, { tokenKey: database.tokenKey })
    stops.push(() => service.close())
    await startWorking(service, stops)
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
async function runUntilAsked(start: (stops: Stop[]) => Promise<void>): Promise<number> {
  const stops: Stop[] = []
  const asked = stopSignal()
  try {
    await start(stops)
    void giveBackStartUpMemory()
    await asked
    say('stopping')
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    return 0
  } finally {
    for (const stop of stops.reverse()) await stop().catch((error) => console.error(error))
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
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

function welcome({ origin, services }: Service, database: OpenDatabase, hasAccounts: boolean): void {
  console.log(`
  Evident ${services.config.version} is ready.

    Admin          ${origin}/admin
    API            ${origin}/api/v1
    Reference      ${origin}/docs
    Database       ${database.embedded ? `embedded PostgreSQL in ${services.config.dataDir}` : 'the server of DATABASE_URL'}

${hasAccounts ? '' : firstAccountWords(origin, firstAccountToken(services.secrets))}  Create an organization, a store and a key:
    npm run -s evident -- setup --org "My company" --owner you@example.com --password "a long password" --store "My shop" --origin https://shop.example.com --json
  Or create a demo shop at ${origin}/demo-store:
    npm run -s evident -- demo
`)
}

/** The secret is behind a `#`, so it reaches no server and no log on the way. */
const firstAccountWords = (
  origin: string,
  token: string,
) => `  There is no account yet. Create the first one in a browser:
    ${origin}/admin/first-account#${token}

`
