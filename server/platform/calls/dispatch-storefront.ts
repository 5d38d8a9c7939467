// How a storefront's request runs: visitor's limit → store header → origin → lapse → validation → transaction → run. No key,
// no role: the page's origin is all the proof there is, so nothing here may show what is not public.

import { isFromNoPage } from '../auth/credentials.ts'
import type { StoreTx } from '../db/db.ts'
import type { CachedAnswer } from '../storefront/content-cache.ts'
import { type Customer, readCustomerToken } from '../storefront/customer-token.ts'
import {
  entryOf,
  type Facts,
  isKnownOrigin,
  originForbidden,
  secretsOf,
  storeRequired,
  subscriptionOf,
} from '../storefront/facts.ts'
import { isOriginOf, readOrigin, wwwVariantsOf } from '../storefront/origins.ts'
import { isPreviewPass } from '../storefront/preview-pass.ts'
import { remember } from '../storefront/storefronts.ts'
import { type Content, contentOf } from '../values/content.ts'
import { isOfLoad } from '../values/errors.ts'
import { organizationClosing } from './closing.ts'
import { contextOf, inputOf, tryInput } from './context.ts'
import type { Call, Kernel } from './kernel.ts'
import { type Answer, answerOf, isRead, type Operation, type StorefrontVisit } from './operation.ts'
import { retryTransient } from './retry.ts'
import type { Input } from './validate.ts'

/** Runs it for this visitor alone. */
export async function dispatchStorefront(kernel: Kernel, op: Operation, call: Call): Promise<Answer> {
  const storeEnvId = await arrive(kernel, op, call)
  const rows = await kernel.db.ask<Facts>(entryOf(storeEnvId), storeEnvId)
  const facts = await admit(kernel, op, call, storeEnvId, rows[0])
  return run(kernel, op, call, storeEnvId, facts, inputOf(op, call))
}

/**
 * For reads that say the same to every visitor: from what is kept, else in one round trip with the proof of the page. `address` is
 * what the client wrote to ask for it, so that it can be found by that alone the next time.
 */
export async function dispatchShared(kernel: Kernel, op: Operation, call: Call, address?: string): Promise<Content> {
  const storeEnvId = await arrive(kernel, op, call)
  const { content } = kernel.storefronts
  kernel.storefronts.begin()
  const facts = content.factsOf(storeEnvId)
  if (facts) {
    await admit(kernel, op, call, storeEnvId, facts)
    const input = inputOf(op, call)
    const key = keyOf(op, input)
    // The store has changed since this page was admitted.
    if (content.factsOf(storeEnvId) !== facts) return first(kernel, op, call, storeEnvId)
    // Each request that waits for this was admitted already, by its own page; and facts that are certain are not read again.
    const recall = async (): Promise<CachedAnswer> => {
      const scope = { storeEnvId, organizationId: facts.organization_id }
      const visit = visitOf(facts, { origin: '', customer: undefined })
      const work = (tx: StoreTx) =>
        op.run(contextOf(kernel, op, call, { visit, storeEnvId, input, tx })) as Promise<unknown>
      const asked = { oneQuery: !op.severalQueries }
      const result = answerOf(op, await kernel.db.store(scope, 'read', work, asked), input.params)
      return { facts, ...rendered(op, result) }
    }
    const found = content.find(storeEnvId, key) ?? (await content.share(storeEnvId, key, recall))
    // A plan is among the facts: it cannot change while what was made by them is kept.
    if (address !== undefined) content.nameAddress(storeEnvId, key, address)
    return found
  }
  return first(kernel, op, call, storeEnvId)
}

/** The store is not known here: the proof of the page and what it asks for share one round trip. */
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
    // Refused only after every other check.
    const input = tryInput(op, call)
    if (!input) {
      await admitRows(await kernel.db.ask(entryOf(storeEnvId), storeEnvId))
      inputOf(op, call)
      throw new Error('The input was refused once and taken the second time.')
    }
    const result = await read(kernel, op, call, storeEnvId, input, admitRows)
    if (!seen) seen = await admitRows(await kernel.db.ask(entryOf(storeEnvId), storeEnvId))
    const made = { facts: seen, ...rendered(op, result) }
    watch.keep(keyOf(op, input), made)
    return made.content
  } catch (error) {
    // It failed before the page was checked: that refusal still comes first.
    if (!isAsked && !isOfLoad(error)) await admitRows(await kernel.db.ask(entryOf(storeEnvId), storeEnvId))
    throw error
  } finally {
    watch.end()
  }
}

function rendered(op: Operation, { status, text, headers, until }: Answer): Omit<CachedAnswer, 'facts'> {
  if (status !== 200 || text === undefined) throw new Error(`${op.id}: a shared answer is 200, JSON or a text`)
  const content = contentOf(text, String(headers['content-type']))
  return until === null ? { content } : { content, untilMs: Date.parse(until) }
}

/** Charges the visitor and reads which store they mean. */
async function arrive({ limits, storefronts }: Kernel, op: Operation, call: Call): Promise<string> {
  const { address, page, storeEnvId } = call.incoming
  const lastSeen = storeEnvId && storefronts.lastSeen.get(storeEnvId)
  if (lastSeen && isOriginOf(page.origin, lastSeen)) call.readableBy = page.origin
  call.spent = await limits.spendVisitor(address, storeEnvId ?? 'none', op)
  if (storeEnvId === undefined) {
    call.spent = await limits.spendAddress(address)
    throw storeRequired()
  }
  return storeEnvId
}

/** Everything that may refuse a page, in the contract's order. */
async function admit(
  kernel: Kernel,
  op: Operation,
  call: Call,
  storeEnvId: string,
  facts: Facts | undefined,
): Promise<Facts> {
  const { address, page } = call.incoming
  const isPreview = facts !== undefined && isPreviewed(kernel, op, call, storeEnvId)
  if (!facts || !(isPreview || isOriginOf(page.origin, facts.origins))) {
    call.readableBy = undefined
    // Trying stores and origins is charged to the address as well, or every new pair would come with a budget.
    call.spent = await kernel.limits.spendAddress(address)
    throw originForbidden()
  }
  call.readableBy = isPreview ? undefined : page.origin
  if (kernel.storefronts.lastSeen.get(storeEnvId) !== facts.origins)
    remember(kernel.storefronts.lastSeen, storeEnvId, facts.origins)
  kernel.requirePlan(op, subscriptionOf(facts), kernel.services.clock.now())
  if (facts.closing) throw organizationClosing()
  if (op.widget && !isPreview) kernel.usage.widgetSeen({ storeEnvId, organizationId: facts.organization_id }, op.widget)
  return facts
}

/** A page of our own, of somebody who may see the store, may read what any visitor may. */
function isPreviewed({ services }: Kernel, op: Operation, { incoming }: Call, storeEnvId: string): boolean {
  const { previewPass, page } = incoming
  if (previewPass === undefined || !isRead(op.method)) return false
  // Browsers say which site asks only where there is TLS, or no network between.
  if (page.site !== 'same-origin' && !isFromNoPage(page)) return false
  return isPreviewPass(services.secrets, storeEnvId, previewPass, services.clock.nowMs())
}

/** One round trip: enter the store, hand what it is to `admitRows`, read. */
async function read(
  kernel: Kernel,
  op: Operation,
  call: Call,
  storeEnvId: string,
  input: Input,
  admitRows: (rows: Facts[]) => Promise<Facts>,
): Promise<Answer> {
  // Filled before any row reaches `run`; what is shared knows no customer.
  const visit = { origin: '', customer: undefined } as unknown as StorefrontVisit
  const admitted = async (rows: Record<string, unknown>[]) => {
    Object.assign(visit, visitOf(await admitRows(rows as unknown as Facts[]), visit))
    return visit
  }
  const result = await kernel.db.storeAs(
    storeEnvId,
    { query: entryOf(storeEnvId), admit: admitted },
    (tx) => op.run(contextOf(kernel, op, call, { visit, storeEnvId, input, tx })) as Promise<unknown>,
    { oneQuery: !op.severalQueries },
  )
  return answerOf(op, result, input.params)
}

async function run(kernel: Kernel, op: Operation, call: Call, storeEnvId: string, facts: Facts, input: Input) {
  const visit = visitOf(facts, { origin: call.readableBy ?? '', customer: customerOf(kernel, call, storeEnvId, facts) })
  const once = async (tx: unknown) =>
    answerOf(op, await op.run(contextOf(kernel, op, call, { visit, storeEnvId, input, tx })), input.params)
  if (op.manual) return once(undefined)
  const scope = { storeEnvId, organizationId: facts.organization_id }
  const mode = isRead(op.method) ? 'read' : 'write'
  return retryTransient(() => kernel.db.store(scope, mode, once, { startsOver: true }))
}

const visitOf = (
  facts: Facts,
  { origin, customer }: Pick<StorefrontVisit, 'origin' | 'customer'>,
): StorefrontVisit => ({
  origin,
  organizationId: facts.organization_id,
  storeName: facts.store_name,
  timezone: facts.timezone,
  subscription: subscriptionOf(facts),
  customer,
})

/** Whom the merchant's own server says this is; a token that does not hold says nothing, and refuses nothing. */
function customerOf({ services }: Kernel, call: Call, storeEnvId: string, facts: Facts): Customer | undefined {
  const token = call.incoming.customerToken
  if (token === undefined) return undefined
  const now = services.clock.now()
  return readCustomerToken(token, secretsOf(services.secrets, storeEnvId, facts, now), now)
}

/** Calls that mean the same are one: the checked input, in the order of its schema. */
const keyOf = (op: Operation, { params, query }: Input): string => `${op.id}${JSON.stringify([params, query])}`

/** A preflight names no store, so it is answered for a page of any; the request itself is held against the named one. */
export async function admitPreflight(kernel: Kernel, call: Call): Promise<void> {
  const { address, page } = call.incoming
  call.spent = await kernel.limits.spendVisitor(address, 'preflight')
  const origin = readOrigin(page.origin)
  if (origin === undefined) throw originForbidden()
  const { knownOrigins, content } = kernel.storefronts
  kernel.storefronts.begin()
  if (!knownOrigins.has(origin)) {
    const [row] = await kernel.db.ask<{ known: boolean }>(isKnownOrigin(wwwVariantsOf(origin)))
    if (!row?.known) throw originForbidden()
    if (knownOrigins.size >= 10_000) knownOrigins.clear()
    if (content.isLive) knownOrigins.add(origin)
  }
  call.readableBy = page.origin
}
