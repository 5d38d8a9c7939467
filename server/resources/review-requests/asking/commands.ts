// Asks people whom a merchant names. Each request belongs to a new order without amounts, so the form, the limits, the
// funnel and the erasure work as for any other request.
import { createHmac } from 'node:crypto'
import type { Static } from 'typebox'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import { readOrder } from '#resources/orders/commands.ts'
import { addStatedOrders } from '#resources/orders/stated-commands.ts'
import { createFormLink, linkDays } from '../form-links/commands.ts'
import { formUrl } from '../form-links/rules.ts'
import { readTerms, type StoreTerms } from '../sending/facts.ts'
import { listAsked } from '../sending/store.ts'
import { decideConsent, findSkipReason, type KnownPerson, parseAddress } from './rules.ts'
import { type AskBody, type AskResult, type FormLink, maxDaysAhead } from './schema.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

type AskRequest = Static<typeof AskBody>
type Row = AskResult['rows'][number]

export async function askPeople(
  tx: StoreTx,
  services: Services,
  body: AskRequest,
  { isDryRun }: { isDryRun: boolean },
): Promise<AskResult> {
  const sendAt = chooseTime(body.sendAt, tx.now)
  const productIds = [...new Set(body.productIds.map((id) => id.toLowerCase()))]
  const products = await listProducts(tx, productIds)
  const terms = await readTerms(tx, services, { hold: !isDryRun })
  if (!terms) throw notFound('store', tx.storeEnvId)
  const emails = body.people.map(({ email }) => parseAddress(email))
  const known = await readPeople(tx, services, {
    emails: [...new Set(emails.flatMap((each) => each ?? []))],
    productIds,
    terms,
    sendAt,
  })
  const seen = new Set<string>()
  const rows = body.people.map((_, index): Row => {
    const email = emails[index]
    if (email === undefined) return skipped(index, 'invalid_address')
    if (seen.has(email)) return skipped(index, 'duplicate')
    seen.add(email)
    const reason = findSkipReason(email, known(email), { products, terms, now: sendAt })
    return reason === undefined ? { index, outcome: 'planned', reason: null, orderId: null } : skipped(index, reason)
  })
  const result = isDryRun ? rows : await plan(tx, services.secrets, { body, rows, emails, known, products, sendAt })
  const planned = result.filter(({ outcome }) => outcome === 'planned').length
  const skippedCount = result.length - planned
  return { dryRun: isDryRun, planned, skipped: skippedCount, sendAt: sendAt.toISOString(), rows: result }
}

const skipped = (index: number, reason: string): Row => ({ index, outcome: 'skipped', reason, orderId: null })

function chooseTime(sendAt: string | null | undefined, now: Date): Date {
  if (!sendAt) return now
  const at = new Date(sendAt)
  if (at.getTime() > now.getTime() + maxDaysAhead * dayMs)
    throw invalidField('/sendAt', `must be at most ${maxDaysAhead} days ahead`)
  return at < now ? now : at
}

async function listProducts(tx: StoreTx, ids: readonly string[]): Promise<store.AskedProduct[]> {
  const found = new Map((await store.listProducts(tx, ids)).map((product) => [product.id, product]))
  return ids.map((id) => {
    const product = found.get(id)
    if (!product) throw notFound('product', id)
    return product
  })
}

type FindPerson = (email: string) => KnownPerson
type About = { emails: readonly string[]; productIds: readonly string[]; terms: StoreTerms; sendAt: Date }

async function readPeople(
  tx: StoreTx,
  { secrets }: Pick<Services, 'secrets'>,
  { emails, productIds, terms, sendAt }: About,
): Promise<FindPerson> {
  const days = terms.settings.frequencyCap?.requestDays ?? null
  const suppressed = await findSuppressed(tx, secrets, emails, 'review_requests')
  const lately = days === null ? [] : await listAsked(tx, emails, new Date(sendAt.getTime() - days * dayMs))
  const asked = new Set(lately.map(({ email }) => email))
  const earlier = new Map((await store.listEarlier(tx, emails, productIds)).map((row) => [row.email, row]))
  const last = new Map((await store.listLastOrders(tx, emails)).map((row) => [row.email, row]))
  const reviewed = Map.groupBy(await store.listReviewed(tx, emails, productIds), ({ email }) => email)
  return (email) => {
    const before = earlier.get(email)
    return {
      suppressed: suppressed.get(email),
      isAskedLately: asked.has(email),
      earlier: before?.isSent ? 'sent' : before?.isPlanned ? 'planned' : undefined,
      acceptsMarketing: last.get(email)?.acceptsMarketing ?? null,
      locale: last.get(email)?.locale ?? null,
      reviewedIds: new Set(reviewed.get(email)?.map(({ productId }) => productId)),
    }
  }
}

type Planning = {
  body: AskRequest
  rows: readonly Row[]
  emails: readonly (string | undefined)[]
  known: FindPerson
  products: readonly store.AskedProduct[]
  sendAt: Date
}

async function plan(
  tx: StoreTx,
  secrets: Secrets,
  { body, rows, emails, known, products, sendAt }: Planning,
): Promise<Row[]> {
  const chosen = rows.filter(({ outcome }) => outcome === 'planned')
  const nameOf = (index: number) => buildOrderId(secrets, tx, emails[index] as string, products)
  const orders = chosen.map(({ index }) => {
    const email = emails[index] as string
    const { name, locale } = body.people[index] as AskRequest['people'][number]
    const person = known(email)
    return {
      ...{ platformOrderId: nameOf(index), email, dueAt: sendAt, products },
      name: name?.trim() || null,
      locale: locale || person.locale,
      acceptsMarketing: decideConsent(person),
    }
  })
  const added = await addStatedOrders(tx, orders)
  return rows.map((row) => {
    if (row.outcome === 'skipped') return row
    const orderId = added.get(nameOf(row.index))
    // Another call planned the same request after this call had looked for earlier requests.
    return orderId === undefined ? skipped(row.index, 'already_planned') : { ...row, orderId }
  })
}

/** Each person gets one request a day for the same products, so a repeated call plans no second request. */
function buildOrderId(secrets: Secrets, tx: StoreTx, email: string, products: readonly { id: string }[]): string {
  const ids = products.map(({ id }) => id).sort()
  const day = tx.now.toISOString().slice(0, 10)
  const digest = createHmac('sha256', secrets.tokenFor('asked people'))
    .update(JSON.stringify([tx.storeEnvId, email, ids, day]))
    .digest('hex')
  return `ask-${digest.slice(0, 16)}`
}

/** Creates the link for a QR code on a parcel. The mail about the order has the same link. */
export async function createParcelLink(
  tx: StoreTx,
  { secrets, origin }: Pick<Services, 'secrets' | 'origin'>,
  orderId: string,
): Promise<Static<typeof FormLink>> {
  const order = await readOrder(tx, orderId)
  if (!order) throw notFound('order', orderId)
  if (order.cancelledAt !== null) throw conflict('This order was cancelled, so nobody can review it.')
  const token = await createFormLink(tx, secrets, orderId)
  if (token === undefined) throw conflict('No review request is planned for this order yet. Try again in a day.')
  return { url: formUrl(origin, token), expiresAt: new Date(tx.now.getTime() + linkDays * dayMs).toISOString() }
}
