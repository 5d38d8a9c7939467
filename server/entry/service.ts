import { receiverPath } from '#demo/store/receiver.ts'
import { shopApiPath, shopPath, shopPicturesPath } from '#demo/store/shop-api.ts'
import { createEvents } from '#platform/areas/events.ts'
import type { PasswordHashing } from '#platform/auth/better-auth.ts'
import { createKnownKeys } from '#platform/auth/claims.ts'
import { createSeenCallers } from '#platform/auth/seen-callers.ts'
import { createUserAuth } from '#platform/auth/users.ts'
import { checkDeprecations } from '#platform/calls/deprecations.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { createLargeBodies } from '#platform/calls/large-bodies.ts'
import { createSearches } from '#platform/calls/paging/searches.ts'
import type { Services } from '#platform/calls/services.ts'
import { createStampedAnswers } from '#platform/calls/stamped-answers.ts'
import { createUsage } from '#platform/calls/usage.ts'
import { createDb, type Db } from '#platform/db/db.ts'
import { createImages } from '#platform/files/images/images.ts'
import { createStorage } from '#platform/files/storage/create-storage.ts'
import { createMedia } from '#platform/files/storage/media.ts'
import { isLoopbackHost } from '#platform/guarded-fetch/addresses.ts'
import { createGuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'
import { createLookup } from '#platform/guarded-fetch/lookup.ts'
import { createActionLimits } from '#platform/limits/action-limits.ts'
import { createLimiter } from '#platform/limits/create-limiter.ts'
import { createLimits } from '#platform/limits/spend.ts'
import { createMail } from '#platform/mail/create-mail.ts'
import { type Clock, createClock } from '#platform/process/clock.ts'
import type { Config } from '#platform/process/config.ts'
import { createLog, type Log } from '#platform/process/log.ts'
import { createMetrics } from '#platform/process/metrics.ts'
import { createSecrets } from '#platform/process/secrets.ts'
import { toSubscriptionFacts } from '#platform/storefront/facts.ts'
import { createStorefronts } from '#platform/storefront/storefronts.ts'
import { readStorageAddress } from '#platform/values/storage-address.ts'
import { usageWriters } from '#resources/api-keys/commands.ts'
import { listSubscriptions } from '#resources/billing/commands.ts'
import { lapsesAtMs, planFeatures, requireOrganizationPlan, requirePlan } from '#resources/billing/rules.ts'
import { providerMetrics } from '#resources/connectors/sending/metrics.ts'
import { destinationMetrics } from '#resources/destinations/metrics.ts'
import { mailMetrics } from '#resources/email/sending/metrics.ts'
import { markGrantUse } from '#resources/oauth/commands.ts'
import { watchBacklog, webhookMetrics } from '#resources/outbound-webhooks/sending/metrics.ts'
import { markWidgetSeen } from '#resources/storefront/sighting-commands.ts'
import { areas } from './areas.ts'

export type Service = {
  kernel: Kernel
  db: Db
  services: Services
  clock: Clock
  log: Log
  origin: string
  close(): Promise<void>
}

export function composeService(
  config: Config,
  databaseUrl: string,
  overrides: {
    clock?: Clock
    log?: Log
    poolSize?: number
    tokenKey?: Buffer | undefined
    isDistributed?: boolean
    passwords?: PasswordHashing
  } = {},
): Service {
  checkDeprecations()
  const clock = overrides.clock ?? createClock(config.testClock)
  const log = overrides.log ?? createLog(config.logLevel)
  const origin = buildOrigin(config)
  const storefronts = createStorefronts({
    db: () => db,
    nowMs: clock.nowMs,
    endsAtMs: (facts) => lapsesAtMs(toSubscriptionFacts(facts), config.billing),
  })
  const db: Db = createDb({
    url: databaseUrl,
    directUrl: config.databaseDirectUrl,
    readUrl: config.databaseReadUrl,
    secretKey: config.secretKey,
    clock,
    log,
    poolSize: overrides.poolSize,
    isDistributed: overrides.isDistributed,
    constraints: areas.constraints,
    dispatchEvents: createEvents(areas.subscribers),
    storefrontsChanged: storefronts.purge,
  })
  const features = planFeatures(areas.features)
  const metrics = createMetrics({ ...webhookMetrics, ...mailMetrics, ...providerMetrics, ...destinationMetrics })
  watchBacklog(metrics, db)
  const limiter = createLimiter({ ...(config.redisUrl && { redisUrl: config.redisUrl }), now: monotonicMs, log })
  const usage = createUsage({ db, clock, log, write: { ...usageWriters, markGrantUse, markWidgetSeen } })
  const mail = createMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, db, clock })
  const fetch = createGuardedFetch({
    allowPrivate: config.webhookAllowPrivate,
    ...(config.dnsServers.length > 0 && { lookup: createLookup(config.dnsServers) }),
    // With a loopback origin, the service may call the demo shop's webhook receiver, API and pictures at that origin.
    ...(isLoopbackHost(new URL(origin).hostname) && {
      ownReceiver: `${origin}${receiverPath}`,
      ownShop: {
        address: `${origin}${shopPath}`,
        folders: [shopApiPath, shopPicturesPath].map((path) => `${origin}${path}`),
      },
    }),
  })
  // Merchants cannot set this address, so it may be in a private network.
  const engineFetch = createGuardedFetch({
    allowPrivate: false,
    ...(typeof config.translation === 'object' && { ownReceiver: config.translation.endpoint }),
  })
  const secrets = createSecrets(config.secretKey, overrides.tokenKey)
  const users = createUserAuth({
    pool: db.authPool,
    secretKey: config.secretKey,
    publicOrigin: origin,
    trustedOrigins: [
      origin,
      ...(config.publicOrigin ? [] : [`http://localhost:${config.port}`, `http://127.0.0.1:${config.port}`]),
    ],
    secure: origin.startsWith('https:'),
    passkeyOrigin: config.publicOrigin ?? `http://localhost:${config.port}`,
    secrets,
    clock,
    log,
    passwords: overrides.passwords,
  })
  const storageAddress = readStorageAddress(config.storageUrl)
  const storage = createStorage(storageAddress)
  const { publicBase } = storageAddress
  const services: Services = {
    config,
    clock,
    log,
    mail,
    storage,
    images: createImages(),
    media: createMedia({ origin, ...(publicBase && { publicBase }), key: secrets.tokenFor('media addresses'), clock }),
    actionLimits: createActionLimits(limiter, config.rateLimits.length > 0),
    users,
    fetch,
    engineFetch,
    secrets,
    metrics,
    readiness: { isStopping: false },
    origin,
  }
  const kernel: Kernel = {
    db: db.calls,
    services,
    usage,
    knownKeys: createKnownKeys(),
    seenCallers: createSeenCallers(),
    stampedAnswers: createStampedAnswers({ nowMs: clock.nowMs }),
    largeBodies: createLargeBodies(),
    search: createSearches(),
    storefronts,
    limits: createLimits(config.rateLimits, limiter, config.storefrontRateLimits, config.mediaRateLimits),
    requirePlan: (op, facts, now) => requirePlan(op, facts, now, config.billing, features),
    async requireOrganizationPlan({ plan: { feature = '' } }, organizationId) {
      if (config.billing === 'off') return
      const all = await db.organization(organizationId, 'read', listSubscriptions)
      requireOrganizationPlan(feature, all, { now: clock.now(), billing: config.billing, features })
    },
  }
  return {
    kernel,
    db,
    services,
    clock,
    log,
    origin,
    async close() {
      await usage.settle()
      await storefronts.close()
      await Promise.all([fetch.close(), engineFetch.close(), db.close()])
      limiter.close()
      mail.close()
      storage.close()
    },
  }
}

/** Limits use monotonic time, because a change of the system clock must not reset budgets. */
const monotonicMs = () => performance.timeOrigin + performance.now()

function buildOrigin(config: Config): string {
  const host =
    config.host === '0.0.0.0' || config.host === '::'
      ? 'localhost'
      : config.host.includes(':')
        ? `[${config.host}]`
        : config.host
  return config.publicOrigin ?? `http://${host}:${config.port}`
}
