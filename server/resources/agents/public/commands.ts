// Returns the cached response, or builds it. Closed addresses always return the same 404, for any reason.
import type { Kernel } from '#platform/calls/kernel.ts'
import { compileWriter } from '#platform/calls/serialize.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import type { CachedAnswer } from '#platform/storefront/content-cache.ts'
import { buildEntryQuery, type Facts, toSubscriptionFacts } from '#platform/storefront/facts.ts'
import { buildContent, type Content } from '#platform/values/content.ts'
import { AppError } from '#platform/values/errors.ts'
import { readChecks, readFaqs, readRatings, readReviews } from '../answers/commands.ts'
import { type GivenValues, parseFaqs, parseIds, parseReviews } from '../answers/input.ts'
import { cleanText } from '../answers/rules.ts'
import { type Checks, ChecksAnswer, FaqsAnswer, IndexAnswer, RatingsAnswer, ReviewsAnswer } from '../answers/schema.ts'
import { agentsFeature, buildDoorUrl, doorClosed } from '../rules.ts'
import type { Switches } from '../schema.ts'
import { findSwitches } from '../store.ts'
import { writeLlms } from './llms.ts'
import { buildProfile, parseUcpVersion } from './profile.ts'
import { listSchemaUrls } from './schemas.ts'

export type Door = Switches & { facts: Facts }
export const answerNames = ['index', 'llms', 'ratings', 'reviews', 'faqs', 'checks', 'ucp'] as const
export type AnswerName = (typeof answerNames)[number]

const plan = { method: 'GET', tenancy: 'storefront', plan: { feature: agentsFeature } } as const

/**
 * Throws the 404 of closed addresses unless visitors may see the store. The switches are checked later, with the
 * store's rows.
 */
function requireShown({ requirePlan, services }: Kernel, facts: Facts | undefined): asserts facts is Facts {
  if (!facts || facts.closing) throw doorClosed()
  try {
    requirePlan(plan, toSubscriptionFacts(facts), services.clock.now())
  } catch (error) {
    throw error instanceof AppError && error.status === 403 ? doorClosed() : error
  }
}

const isOpenFor = (name: AnswerName, { enabled, excerpts, faqs }: Switches): boolean =>
  enabled && (name !== 'reviews' || excerpts) && (name !== 'faqs' || faqs)

async function throughDoor<T>(
  kernel: Kernel,
  storeEnvId: string,
  name: AnswerName,
  work: (tx: StoreTx, door: Door) => Promise<T>,
): Promise<{ result: T; facts: Facts }> {
  let seen: Facts | undefined
  const admit = async (rows: Record<string, unknown>[]) => {
    const [facts] = rows as unknown as Facts[]
    requireShown(kernel, facts)
    seen = facts
    return { organizationId: facts.organization_id }
  }
  const result = await kernel.db.storeAs(storeEnvId, { query: buildEntryQuery(storeEnvId), admit }, async (tx) => {
    const switches = await findSwitches(tx)
    if (!isOpenFor(name, switches)) throw doorClosed()
    return work(tx, { ...switches, facts: seen as Facts })
  })
  return { result, facts: seen as Facts }
}

/** Reads which URLs are open to agents. Throws the 404 if the URL `name` is closed. */
export const readDoor = async (kernel: Kernel, storeEnvId: string, name: AnswerName = 'index'): Promise<Door> =>
  (await throughDoor(kernel, storeEnvId, name, async (_tx, door) => door)).result

/** Caches the response under `key` until the store's public content changes. */
export async function findAnswer(
  kernel: Kernel,
  storeEnvId: string,
  name: AnswerName,
  given: GivenValues,
): Promise<{ key: string; content: Content }> {
  kernel.storefronts.begin()
  const read = attempt(() => parseAnswer(kernel, storeEnvId, name, given))
  if ('thrown' in read) {
    // Explains an invalid request only if the addresses are open.
    await readDoor(kernel, storeEnvId, name)
    throw read.thrown
  }
  const { key, make } = read.value
  return { key, content: await findKept(kernel, storeEnvId, key, make) }
}

async function findKept(
  kernel: Kernel,
  storeEnvId: string,
  key: string,
  make: () => Promise<CachedAnswer>,
): Promise<Content> {
  const { content } = kernel.storefronts
  const facts = content.findFacts(storeEnvId)
  const kept = facts && content.find(storeEnvId, key)
  if (!kept) return content.share(storeEnvId, key, make)
  requireShown(kernel, facts)
  return kept
}

function attempt<T>(work: () => T): { value: T } | { thrown: unknown } {
  try {
    return { value: work() }
  } catch (thrown) {
    return { thrown }
  }
}

type Plan = { key: string; make: () => Promise<CachedAnswer> }

function parseAnswer(kernel: Kernel, storeEnvId: string, name: AnswerName, given: GivenValues): Plan {
  const { origin, media } = kernel.services
  const evidenceUrl = `${origin}/evidence/${storeEnvId}`
  const plan = (asked: unknown, make: () => Promise<CachedAnswer>): Plan => ({
    key: `agents ${name} ${JSON.stringify(asked)}`,
    make,
  })
  /**
   * Runs `work` in a transaction. Callers read the `Checks` before it. Inside it they would need a second connection,
   * which could wait forever for the first one.
   */
  const read = async <T>(write: Writer<T>, work: (tx: StoreTx, door: Door) => Promise<T>): Promise<CachedAnswer> => {
    const { result, facts } = await throughDoor(kernel, storeEnvId, name, work)
    return { facts, content: toContent(write(result), json) }
  }
  switch (name) {
    case 'ratings': {
      const ids = parseIds(given)
      return plan(ids, async () => {
        const checks = await findChecks(kernel, storeEnvId)
        return read(writers.ratings(), async (tx) => ({ ...(await readRatings(tx, ids)), checks }))
      })
    }
    case 'reviews': {
      const asked = parseReviews(given)
      return plan(asked, () => read(writers.reviews(), (tx) => readReviews(tx, asked, evidenceUrl)))
    }
    case 'faqs': {
      const asked = parseFaqs(given)
      return plan(asked, () => read(writers.faqs(), (tx) => readFaqs(tx, asked, { storeEnvId, media })))
    }
    case 'checks':
      return plan(null, () => makeChecks(kernel, storeEnvId, evidenceUrl))
    case 'index':
      return plan(null, async () => {
        const checks = await findChecks(kernel, storeEnvId)
        return read(writers.index(), async (_tx, door) => buildIndex(origin, storeEnvId, door, checks))
      })
    case 'llms':
      return plan(null, async () => {
        const door = await readDoor(kernel, storeEnvId)
        const text = writeLlms({ origin, storeEnvId, door, storeName: cleanText(door.facts.store_name) })
        return { facts: door.facts, content: toContent(text, 'text/markdown; charset=utf-8') }
      })
    case 'ucp': {
      const version = parseUcpVersion(given.version)
      const profile = buildProfile({ origin, storeEnvId, version })
      return plan(version, async () => {
        const { facts } = await readDoor(kernel, storeEnvId)
        return { facts, content: toContent(JSON.stringify(profile), json, 'public, max-age=3600') }
      })
    }
  }
}

type Writer<T> = (value: T) => string

const json = 'application/json; charset=utf-8'

/** All clients get the same response, and only its encoding differs. */
const toContent = (
  text: string,
  type: string,
  control = 'public, max-age=60, stale-while-revalidate=600',
): Content => ({
  ...buildContent(text, type),
  caching: ['cache-control', control, 'vary', 'Accept-Encoding'],
})

async function findChecks(kernel: Kernel, storeEnvId: string): Promise<Checks> {
  const { content } = await findAnswer(kernel, storeEnvId, 'checks', {})
  return (JSON.parse(content.body.toString()) as ChecksAnswer).checks
}

async function makeChecks(kernel: Kernel, storeEnvId: string, evidenceUrl: string): Promise<CachedAnswer> {
  const { facts } = await readDoor(kernel, storeEnvId)
  const scope = { storeEnvId, organizationId: facts.organization_id }
  const read = (tx: StoreReads) => readChecks(tx, evidenceUrl)
  const checks = await kernel.db.store(scope, 'read', read, { snapshot: true })
  return { facts, content: toContent(writers.checks()({ checks }), json) }
}

function buildIndex(origin: string, storeEnvId: string, door: Door, checks: Checks): IndexAnswer {
  const index = buildDoorUrl(origin, storeEnvId)
  return {
    store: { name: cleanText(door.facts.store_name), origins: door.facts.origins },
    checks,
    urls: {
      ...{ index, llms: `${index}/llms.txt`, ratings: `${index}/ratings` },
      reviews: door.excerpts ? `${index}/reviews` : null,
      faqs: door.faqs ? `${index}/faqs` : null,
      ...{ mcp: `${index}/mcp`, ucp: `${index}/ucp.json` },
    },
    schemas: listSchemaUrls(origin),
  }
}

/** Each serializer is compiled for its first response. */
function lazily<T>(schema: Parameters<typeof compileWriter>[0]): () => Writer<T> {
  let write: Writer<T> | undefined
  return () => {
    if (!write) {
      const whole = compileWriter(schema)
      write = (value) => whole(value, undefined)
    }
    return write
  }
}

const writers = {
  index: lazily<IndexAnswer>(IndexAnswer),
  ratings: lazily<RatingsAnswer>(RatingsAnswer),
  reviews: lazily<ReviewsAnswer>(ReviewsAnswer),
  faqs: lazily<FaqsAnswer>(FaqsAnswer),
  checks: lazily<ChecksAnswer>(ChecksAnswer),
}
