// Visitor limit → store header → origin → lapsed subscription → validation → transaction → run. Only the page's origin
// identifies a caller, so responses may contain public data only.

import { isFromNoPage } from '../auth/credentials.ts'
import type { Entry, StoreTx } from '../db/db.ts'
import { retryTransient } from '../process/retry.ts'
import type { CachedAnswer } from '../storefront/content-cache.ts'
import { type Customer, readCustomerToken, requireCustomer } from '../storefront/customer-token.ts'
import {
  buildEntryQuery,
  buildReadQuery,
  buildWriteEntryQuery,
  type Facts,
  isKnownOrigin,
  listSecrets,
  originForbidden,
  storeRequired,
  toSubscriptionFacts,
} from '../storefront/facts.ts'
import { isAllowedOrigin, listWwwVariants, readOrigin } from '../storefront/origins.ts'
import { isPreviewPass } from '../storefront/preview-pass.ts'
import { remember } from '../storefront/storefronts.ts'
import { buildContent, type Content } from '../values/content.ts'
import { isOfLoad } from '../values/errors.ts'
import type { Answer } from './answer.ts'
import { organizationClosing } from './closing.ts'
import { buildContext, tryInput, validateInput } from './context.ts'
import type { StorefrontVisit } from './definition.ts'
import type { Call, Kernel } from './kernel.ts'
import { buildAnswer, isManual, isRead, type Operation } from './operation.ts'
import { chargingOnce, readSharedInput, type SharedInput, share } from './shared-call.ts'
import type { Input } from './validate.ts'

/** Runs an operation whose response is for this visitor alone and not cached. */
export async function dispatchStorefront(kernel: Kernel, op: Operation, call: Call): Promise<Answer> {
  const storeEnvId = await arrive(kernel, op, call)
  // A write of a recently admitted page may share a transaction. Any other page is checked before it waits for the
  // store.
  const shared = call.readableBy === undefined ? undefined : readSharedInput(op, call)
  return shared ? runShared(chargingOnce(kernel), op, call, storeEnvId, shared) : runAlone(kernel, op, call, storeEnvId)
}

async function runAlone(kernel: Kernel, op: Operation, call: Call, storeEnvId: string): Promise<Answer> {
  const rows = await kernel.db.ask<Facts>(buildEntryQuery(storeEnvId), storeEnvId)
  const facts = await admit(kernel, op, call, storeEnvId, rows[0])
  const visit = readVisit(kernel, op, call, storeEnvId, facts)
  return run(kernel, op, call, storeEnvId, visit, validateInput(op, call))
}

function runShared(
  kernel: Kernel,
  op: Operation,
  call: Call,
  storeEnvId: string,
  { input, words }: SharedInput,
): Promise<Answer> {
  let facts: Facts
  const entry: Entry = {
    query: buildWriteEntryQuery(storeEnvId),
    async admit(rows) {
      facts = await admit(kernel, op, call, storeEnvId, rows[0] as Facts | undefined)
      return { organizationId: facts.organization_id }
    },
  }
  const work = async (tx: StoreTx) => {
    const visit = readVisit(kernel, op, call, storeEnvId, facts)
    return buildAnswer(op, await op.run(buildContext(kernel, op, call, { visit, storeEnvId, input, tx })), input.params)
  }
  return share(kernel, op, { storeEnvId, words, entry, work }, () => runAlone(kernel, op, call, storeEnvId))
}

/**
 * Reads the response from the cache, or queries it in one round trip together with the page's check. `address` is the
 * request's own URL, under which the cached response can be found next time.
 */
export async function dispatchShared(kernel: Kernel, op: Operation, call: Call, address?: string): Promise<Content> {
  const storeEnvId = await arrive(kernel, op, call)
  const { content } = kernel.storefronts
  kernel.storefronts.begin()
  const facts = content.findFacts(storeEnvId)
  if (facts) {
    await admit(kernel, op, call, storeEnvId, facts)
    const input = validateInput(op, call)
    const key = buildCacheKey(op, input)
    // The store changed after this page was admitted.
    if (content.findFacts(storeEnvId) !== facts) return first(kernel, op, call, storeEnvId)
    // `facts` were checked before the call waited for a connection, so they are not read again.
    const recall = async (): Promise<CachedAnswer> => {
      const scope = { storeEnvId, organizationId: facts.organization_id }
      const visit = toVisit(facts, { origin: '', customer: undefined })
      const work = (tx: StoreTx) =>
        op.run(buildContext(kernel, op, call, { visit, storeEnvId, input, tx })) as Promise<unknown>
      const asked = { oneQuery: op.transaction === 'single-query', fromReplica: replicaFor(kernel) }
      const result = buildAnswer(op, await kernel.db.store(scope, 'read', work, asked), input.params)
      return { facts, ...rendered(op, result) }
    }
    const found = content.find(storeEnvId, key) ?? (await content.share(storeEnvId, key, recall))
    // `facts` include the plan, so the plan cannot change while the cached response is valid.
    if (address !== undefined) content.nameAddress(storeEnvId, key, address)
    return found
  }
  return first(kernel, op, call, storeEnvId)
}

/** The store is not cached yet, so the check of the page and the query share one round trip. */
async function first(kernel: Kernel, op: Operation, call: Call, storeEnvId: string): Promise<Content> {
  let seen: Facts | undefined
  let isAsked = false
  const admitRows = async (rows: unknown[]) => {
    isAsked = true
    seen = await admit(kernel, op, call, storeEnvId, rows[0] as Facts | undefined)
    return seen
  }
  const watch = kernel.storefronts.content.watch(storeEnvId)
  try {
    // Invalid input is refused only after every other check.
    const input = tryInput(op, call)
    if (!input) {
      await admitRows(await kernel.db.ask(buildEntryQuery(storeEnvId), storeEnvId))
      validateInput(op, call)
      throw new Error('The input was invalid first and valid the second time.')
    }
    const result = await read(kernel, op, call, storeEnvId, input, admitRows)
    if (!seen) seen = await admitRows(await kernel.db.ask(buildEntryQuery(storeEnvId), storeEnvId))
    const made = { facts: seen, ...rendered(op, result) }
    watch.keep(buildCacheKey(op, input), made)
    return made.content
  } catch (error) {
    // The query failed before the page was checked, but that check's refusal takes precedence.
    if (!isAsked && !isOfLoad(error)) await admitRows(await kernel.db.ask(buildEntryQuery(storeEnvId), storeEnvId))
    throw error
  } finally {
    watch.end()
  }
}

/**
 * Uses the replica only while announcements of changes arrive. Otherwise this process would not know which content is
 * too old.
 */
const replicaFor = ({ storefronts }: Kernel) => (storefronts.content.isLive ? ('content' as const) : undefined)

function rendered(op: Operation, { status, text, headers, until }: Answer): Omit<CachedAnswer, 'facts'> {
  if (status !== 200 || text === undefined) throw new Error(`${op.id}: a shared answer must be 200, and JSON or text`)
  const control = headers['cache-control']
  const caching = control === undefined ? {} : { caching: ['cache-control', String(control), 'vary', varied] }
  const content = { ...buildContent(text, String(headers['content-type'])), ...caching }
  return until === null ? { content } : { content, untilMs: Date.parse(until) }
}

const varied = 'Origin, X-Store-Env-Id, Accept-Encoding'

async function arrive({ limits, storefronts }: Kernel, op: Operation, call: Call): Promise<string> {
  const { address, page, storeEnvId } = call.incoming
  const lastSeen = storeEnvId && storefronts.lastSeen.get(storeEnvId)
  if (lastSeen && isAllowedOrigin(page.origin, lastSeen)) call.readableBy = page.origin
  call.spent = await limits.spendVisitor(address, storeEnvId ?? 'none', { id: op.id, ...op.storefront })
  if (storeEnvId === undefined) {
    call.spent = await limits.spendAddress(address)
    throw storeRequired()
  }
  return storeEnvId
}

async function admit(
  kernel: Kernel,
  op: Operation,
  call: Call,
  storeEnvId: string,
  facts: Facts | undefined,
): Promise<Facts> {
  const { address, page } = call.incoming
  const isPreview = facts !== undefined && isPreviewed(kernel, op, call, storeEnvId)
  if (!facts || !(isPreview || isAllowedOrigin(page.origin, facts.origins))) {
    call.readableBy = undefined
    // A request with an unknown store or origin is also charged to the address. Otherwise every new pair would have its own
    // budget.
    call.spent = await kernel.limits.spendAddress(address)
    throw originForbidden()
  }
  call.readableBy = isPreview ? undefined : page.origin
  if (kernel.storefronts.lastSeen.get(storeEnvId) !== facts.origins)
    remember(kernel.storefronts.lastSeen, storeEnvId, facts.origins)
  kernel.requirePlan(op, toSubscriptionFacts(facts), kernel.services.clock.now())
  if (facts.closing) throw organizationClosing()
  if (op.storefront.widget && !isPreview)
    kernel.usage.widgetSeen({ storeEnvId, organizationId: facts.organization_id }, op.storefront.widget)
  return facts
}

/** True if the request comes from our own page and its reader may see the store. Such a page may read public content. */
function isPreviewed({ services }: Kernel, op: Operation, { incoming }: Call, storeEnvId: string): boolean {
  const { previewPass, page } = incoming
  if (previewPass === undefined || !isRead(op.method)) return false
  // Browsers name the requesting site only over TLS or on the same machine.
  if (page.site !== 'same-origin' && !isFromNoPage(page)) return false
  return isPreviewPass(services.secrets, storeEnvId, previewPass, services.clock.nowMs())
}

async function read(
  kernel: Kernel,
  op: Operation,
  call: Call,
  storeEnvId: string,
  input: Input,
  admitRows: (rows: Facts[]) => Promise<Facts>,
): Promise<Answer> {
  // The object is filled before any row reaches `run`. A shared response has no customer.
  const visit = { origin: '', customer: undefined } as unknown as StorefrontVisit
  const admitted = async (rows: Record<string, unknown>[]) => {
    Object.assign(visit, toVisit(await admitRows(rows as unknown as Facts[]), visit))
    return visit
  }
  const oneQuery = op.transaction === 'single-query'
  const result = await kernel.db.storeAs(
    storeEnvId,
    oneQuery
      ? { query: buildReadQuery(storeEnvId), isReadOnly: true, admit: admitted }
      : { query: buildEntryQuery(storeEnvId), admit: admitted },
    (tx) => op.run(buildContext(kernel, op, call, { visit, storeEnvId, input, tx })) as Promise<unknown>,
    { oneQuery, fromReplica: replicaFor(kernel) },
  )
  return buildAnswer(op, result, input.params)
}

async function run(
  kernel: Kernel,
  op: Operation,
  call: Call,
  storeEnvId: string,
  visit: StorefrontVisit,
  input: Input,
): Promise<Answer> {
  const once = async (tx: unknown) =>
    buildAnswer(op, await op.run(buildContext(kernel, op, call, { visit, storeEnvId, input, tx })), input.params)
  if (isManual(op)) return once(undefined)
  const scope = { storeEnvId, organizationId: visit.organizationId }
  const mode = isRead(op.method) ? 'read' : 'write'
  return retryTransient(() => kernel.db.store(scope, mode, once, { startsOver: true }))
}

function readVisit(kernel: Kernel, op: Operation, call: Call, storeEnvId: string, facts: Facts): StorefrontVisit {
  const customer = readCustomer(kernel, call, storeEnvId, facts)
  const visit = toVisit(facts, { origin: call.readableBy ?? '', customer })
  if (op.storefront.needsCustomer) requireCustomer(visit)
  return visit
}

const toVisit = (
  facts: Facts,
  { origin, customer }: Pick<StorefrontVisit, 'origin' | 'customer'>,
): StorefrontVisit => ({
  origin,
  organizationId: facts.organization_id,
  storeName: facts.store_name,
  origins: facts.origins,
  timezone: facts.timezone,
  subscription: toSubscriptionFacts(facts),
  customer,
})

/**
 * Returns the customer whose token the merchant's server signed. An invalid token counts as none.
 */
function readCustomer({ services }: Kernel, call: Call, storeEnvId: string, facts: Facts): Customer | undefined {
  const token = call.incoming.customerToken
  if (token === undefined) return undefined
  const now = services.clock.now()
  return readCustomerToken(token, listSecrets(services.secrets, storeEnvId, facts, now), now)
}

/** Equal calls share a key: the validated input, in its schema's order. */
const buildCacheKey = (op: Operation, { params, query }: Input): string => `${op.id}${JSON.stringify([params, query])}`

/** A preflight names no store, so a page of any store is accepted. The request itself is checked against its store. */
export async function admitPreflight(kernel: Kernel, call: Call): Promise<void> {
  const { address, page } = call.incoming
  call.spent = await kernel.limits.spendVisitor(address, 'preflight')
  const origin = readOrigin(page.origin)
  if (origin === undefined) throw originForbidden()
  const { knownOrigins, content } = kernel.storefronts
  kernel.storefronts.begin()
  if (!knownOrigins.has(origin)) {
    const [row] = await kernel.db.ask<{ known: boolean }>(isKnownOrigin(listWwwVariants(origin)))
    if (!row?.known) throw originForbidden()
    if (knownOrigins.size >= 10_000) knownOrigins.clear()
    if (content.isLive) knownOrigins.add(origin)
  }
  call.readableBy = page.origin
}
