import { statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { listRecent } from '#platform/limits/unknown-proxies/store.ts'
import { notCovered } from '#platform/limits/unknown-proxies/unknown-proxies.ts'
import type { Config } from '#platform/process/config.ts'
import { newId } from '#platform/values/ids.ts'
import { find as findSeller } from '#resources/billing/seller-store.ts'
import { checkStripe } from '#resources/billing/stripe/setup.ts'
import { type OpenDatabase, wrongSecretKey } from '../database.ts'
import { exposureGaps, processGaps } from '../exposure.ts'
import type { Service } from '../service.ts'
import { findRole, findTemporaryRight, findVersion, listLooseFunctions, listOpenTables, readClock } from '../store.ts'
import { clusterChecks } from './cluster-checks.ts'
import { checkCitus, checkListening, checkReplica, checkSessions } from './database-checks.ts'

type Finding = { check: string; ok: boolean; detail: string }
type Check = (service: Service, config: Config, database: OpenDatabase) => Promise<string>

const checks: Record<string, Check> = {
  database: async ({ db }) => {
    const [row] = await db.ask(findVersion)
    if (!row || row.number < 150_000) throw new Error(`PostgreSQL ${row?.version} is too old. Upgrade to 15 or newer.`)
    return `PostgreSQL ${row.version}`
  },
  roles: async ({ db }) => {
    const [row] = await db.ask(findRole)
    if (!row || row.risky || row.owned > 0)
      throw new Error(
        `The application role ${row?.name} can bypass row-level security. Remove its SUPERUSER and BYPASSRLS attributes.`,
      )
    return `the application is ${row.name}: no superuser, no BYPASSRLS, owns nothing`
  },
  'session settings': checkSessions,
  listen: checkListening,
  'read replica': checkReplica,
  citus: checkCitus,
  'row-level security': async ({ db }) => {
    const open = await db.ask(listOpenTables)
    if (open.length > 0)
      throw new Error(`Row-level security is not enforced on ${open.map((row) => row.name).join(', ')}.`)
    return 'forced on every tenant table'
  },
  functions: async ({ db }) => {
    const loose = await db.ask(listLooseFunctions)
    if (loose.length > 0)
      throw new Error(
        `These functions run as a role with too many rights, or read temporary tables: ${loose.map((row) => row.name).join(', ')}.`,
      )
    const [row] = await db.ask(findTemporaryRight)
    if (row?.open)
      throw new Error(
        "Everybody may create temporary tables. As the database's owner, run REVOKE TEMPORARY ON DATABASE … FROM PUBLIC.",
      )
    return 'functions that see all rows belong to a role without login, and nobody may create temporary tables'
  },
  secrets: async (_service, _config, { tokenKey }) => {
    if (!tokenKey) throw new Error(wrongSecretKey)
    return 'encrypted with this SECRET_KEY'
  },
  'data folder': async (_service, { dataDir }) => {
    const mode = statSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0
    if (mode & 0o077) throw new Error(`Others on this machine can read ${dataDir}. Run chmod 700 on it.`)
    return 'closed to others on this machine'
  },
  storage: async ({ services }) => {
    const key = `doctor/${newId()}.txt`
    const { storage } = services
    await storage.put(key, Buffer.from(key))
    try {
      const found = await storage.open(key)
      if (!found || (await text(found.content)) !== key)
        throw new Error('A test file had other content when it was read back.')
    } finally {
      await storage.remove(key)
    }
    if (await storage.exists(key)) throw new Error('A deleted file still exists.')
    return 'a file was written, read and deleted'
  },
  mail: async (_service, config) =>
    config.smtpUrl ? `SMTP, from ${config.mailFrom}` : 'no SMTP_URL: mail is stored in the database and sent to nobody',
  clock: async ({ db, clock }) => {
    const [row] = await db.ask(readClock)
    const apartMs = Math.round(Math.abs(Date.now() - Number(row?.ms)))
    if (apartMs > 5_000) throw new Error(`The clocks of this machine and the database differ by ${apartMs} ms.`)
    const moved =
      Math.abs(clock.nowMs() - Date.now()) > 1_000 ? `; TEST_CLOCK sets it to ${clock.now().toISOString()}` : ''
    return `differs from the database's by ${apartMs} ms${moved}`
  },
  billing: async ({ db }, { billing }) => {
    if (billing !== 'manual') return billing === 'off' ? 'off: no plans are sold' : billing
    const seller = await db.system('read', findSeller)
    if (!seller?.name || !seller.address || !seller.country)
      throw new Error(
        'Invoices name no seller. Run evident billing seller --name … --address … --country … --vat-number ….',
      )
    return `invoices are issued by ${seller.name}, ${seller.country}`
  },
  stripe: async ({ services }, { billing }) =>
    billing === 'stripe' ? checkStripe(services) : `BILLING=${billing}: nothing is sold through Stripe`,
  exposure: async (_service, config) => {
    const gaps = exposureGaps(config)
    if (gaps.length > 0) throw new Error(gaps.join(' '))
    return config.publicOrigin ? `reached at ${config.publicOrigin}` : 'only this machine reaches the service'
  },
  processes: async (_service, config) => {
    const [gap] = processGaps(config)
    if (gap) throw new Error(gap)
    if (config.processes === 1) return 'one process serves calls and runs jobs'
    return `${config.processes} processes serve calls, and the first runs jobs`
  },
  proxies: async ({ db, clock }, config) => {
    const unknown = notCovered(await db.ask(listRecent(clock.now())), config)
    if (unknown.length > 0) {
      const peers = unknown.map(({ peer }) => peer)
      throw new Error(
        `Ignored forwarding headers from ${peers.join(', ')}, last at ${unknown[0]?.lastSeenAt}: all visitors share one limit. If this is your proxy, set TRUSTED_PROXIES=${[...config.trustedProxies, ...peers].join(',')}. If not, a caller wrote the headers, and you need not change anything.`,
      )
    }
    return config.trustedProxies.length > 0
      ? `X-Forwarded-For is read from ${config.trustedProxies.join(', ')}`
      : 'no TRUSTED_PROXIES, and no proxy was seen in the last 7 days'
  },
  bounces: async (_service, { bounceAddress, bounceListen }) =>
    bounceAddress === undefined
      ? 'no BOUNCE_ADDRESS: bounces go to the sender of each mail'
      : `go to ${bounceAddress}${bounceListen ? `, with a listener on ${bounceListen.host}:${bounceListen.port}` : ''}`,
  // These two checks print secrets, which the operator needs to set up mail feedback and monitoring.
  'mail feedback': async ({ services, origin }) =>
    `POST ${origin}/api/v1/email/feedback/${services.secrets.operatorTokenFor('mail feedback')}`,
  metrics: async ({ services }) =>
    `GET /metrics with "Authorization: Bearer ${services.secrets.operatorTokenFor('metrics')}"`,
}

export async function doctor(
  service: Service,
  config: Config,
  database: OpenDatabase,
  { asJson, ofCluster }: { asJson: boolean; ofCluster: boolean },
): Promise<number> {
  const findings: Finding[] = []
  const all = { ...checks, ...(ofCluster && clusterChecks(config, database.url)) }
  for (const [check, look] of Object.entries(all)) {
    findings.push(
      await look(service, config, database).then(
        (detail) => ({ check, ok: true, detail }),
        // The message for callers is too short for an operator, so the cause is added.
        (error: Error) => ({
          check,
          ok: false,
          detail: error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message,
        }),
      ),
    )
  }
  if (asJson) console.log(JSON.stringify({ ok: findings.every((each) => each.ok), findings }))
  else for (const { check, ok, detail } of findings) console.log(`${ok ? 'ok  ' : 'FAIL'}  ${check}: ${detail}`)
  return findings.every((each) => each.ok) ? 0 : 1
}
