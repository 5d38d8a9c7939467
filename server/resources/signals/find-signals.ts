// Looks for signals of new and changed reviews, in a job. Each review has its own short transactions.
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { isDeclared } from '#resources/reviews/rules.ts'
import * as reviews from './fact-store.ts'
import {
  countMailboxes,
  countNames,
  dayMs,
  findBusiest,
  findInsider,
  findJoined,
  isBurst,
  least,
  meanDays,
  type OwnAddresses,
  toMailbox,
  weekMs,
} from './rules.ts'
import { type Facts, type Kind, limits } from './schema.ts'
import * as store from './store.ts'
import { compareTexts, hashWords, splitWords } from './text-rules.ts'
import * as traces from './trace-store.ts'

type Review = reviews.ReviewFacts
type NewSignal = { kind: Kind; reviewIds: string[]; facts: Facts }

/**
 * Stores the hashes first and compares in later transactions. So of two reviews that arrive together, at least one sees the
 * other.
 */
export async function findSignals(
  { db, stopping }: Pick<JobContext, 'db' | 'stopping'>,
  scope: StoreScope,
  ids: readonly string[],
): Promise<void> {
  const { rows, own } = await db.store(
    scope,
    'write',
    async (tx) => {
      const rows = await reviews.listReviews(tx, ids)
      await hashTexts(tx, rows)
      return { rows, own: await reviews.findOwnAddresses(tx) }
    },
    { isUpkeep: true },
  )
  for (const review of rows) {
    stopping.throwIfAborted()
    await db.store(scope, 'write', (tx) => findOfReview(tx, review, own), { isUpkeep: true })
  }
}

export async function hashTexts(tx: StoreTx, rows: readonly { id: string; body: string }[]): Promise<void> {
  const texts = rows.map(({ id, body }) => ({ reviewId: id, hashes: hashWords(tx.storeEnvId, splitWords(body)) }))
  const hashed = texts.filter(({ hashes }) => hashes.length > 0)
  if (hashed.length > 0) await traces.insertTexts(tx, hashed)
}

async function findOfReview(tx: StoreTx, review: Review, own: OwnAddresses): Promise<void> {
  await store.lockSignals(tx)
  for (const look of [findNearCopy, findBurst, findNetwork, findMailbox]) await report(tx, await look(tx, review))
  await report(tx, findOwnAddress(review, own))
  if (review.relationship !== null && isDeclared(review.relationship))
    await report(tx, { kind: 'declared', reviewIds: [review.id], facts: { relationship: review.relationship } })
}

async function report(tx: StoreTx, found: NewSignal | undefined): Promise<void> {
  if (!found) return
  const { kind, facts } = found
  const reviewIds = found.reviewIds.slice(-limits.reviews)
  const joined = findJoined(found, await store.listOfReviews(tx, kind, reviewIds))
  if (joined) store.updateFacts(tx, joined.id, facts)
  const id = joined?.id ?? newId(tx.now.getTime())
  if (!joined) store.insert(tx, { id, kind, facts })
  store.insertMembers(tx, id, reviewIds.slice(0, Math.max(0, limits.reviews - (joined?.reviewIds.length ?? 0))))
}

async function findNearCopy(tx: StoreTx, { id, body, email }: Review): Promise<NewSignal | undefined> {
  const words = splitWords(body)
  const hashes = hashWords(tx.storeEnvId, words)
  if (email === null || hashes.length === 0) return undefined
  const candidates = (await traces.listSharing(tx, hashes)).filter((each) => each !== id)
  if (candidates.length === 0) return undefined
  const alike = (await reviews.listReviews(tx, candidates)).flatMap((other) => {
    if (other.email === null || toMailbox(other.email) === toMailbox(email)) return []
    const similarity = compareTexts(words, splitWords(other.body))
    return similarity === undefined ? [] : [{ id: other.id, similarity }]
  })
  if (alike.length === 0) return undefined
  const most = Math.max(...alike.map(({ similarity }) => similarity))
  return {
    kind: 'near_copy',
    reviewIds: [...alike.map((other) => other.id), id].sort(),
    facts: { similarity: Math.round(most * 100) / 100, words: words.length },
  }
}

/** At most this many reviews of two days are read. */
const mostInDays = 5_000

async function findBurst(tx: StoreTx, { productId, source, submittedAt }: Review): Promise<NewSignal | undefined> {
  if (source === 'import' || productId === null) return undefined
  const time = Date.parse(submittedAt)
  const near = { from: new Date(time - dayMs), to: new Date(time + dayMs) }
  const all = (await reviews.listOfProduct(tx, productId, near, mostInDays)).map(({ id, at }) => ({
    id,
    at: Date.parse(at),
  }))
  if (all.length < least.burst) return undefined
  const busiest = findBusiest(all, time, dayMs, (rows) => rows.length)
  const [first, last] = [busiest[0], busiest.at(-1)]
  if (!first || !last || busiest.length < least.burst) return undefined
  const before = { from: new Date(first.at - meanDays * dayMs), to: new Date(first.at) }
  const dailyMean = (await reviews.countOfProduct(tx, productId, before)) / meanDays
  if (!isBurst(busiest.length, dailyMean)) return undefined
  const [from, to] = [new Date(first.at), new Date(last.at)]
  const asked = { from: new Date(last.at - 30 * dayMs), to }
  return {
    kind: 'burst',
    reviewIds: busiest.map(({ id }) => id),
    facts: {
      reviews: busiest.length,
      from: from.toISOString(),
      to: to.toISOString(),
      dailyMean: Math.round(dailyMean * 100) / 100,
      requestsSent: await reviews.countRequests(tx, productId, asked),
    },
  }
}

async function findNetwork(tx: StoreTx, { id, createdAt }: Review): Promise<NewSignal | undefined> {
  const time = Date.parse(createdAt)
  const near = { from: new Date(time - weekMs), to: new Date(time + weekMs) }
  const all = (await traces.listOfNetwork(tx, id, near)).map((row) => ({ ...row, at: Date.parse(row.at) }))
  if (all.length < least.mailboxes) return undefined
  const busiest = findBusiest(all, time, weekMs, countMailboxes)
  const mailboxes = countMailboxes(busiest)
  const [first, last] = [busiest[0], busiest.at(-1)]
  if (!first || !last || mailboxes < least.mailboxes) return undefined
  const [from, to] = [first, last].map(({ at }) => new Date(at).toISOString()) as [string, string]
  return {
    kind: 'one_network',
    reviewIds: busiest.map((each) => each.id),
    facts: { mailboxes, reviews: busiest.length, from, to },
  }
}

async function findMailbox(tx: StoreTx, { email }: Review): Promise<NewSignal | undefined> {
  if (email === null) return undefined
  const mailbox = toMailbox(email)
  const all = (await reviews.listOfMailbox(tx, mailbox)).filter(({ email: each }) => toMailbox(each) === mailbox)
  const names = countNames(all)
  if (names < least.names) return undefined
  return { kind: 'one_mailbox', reviewIds: all.map(({ id }) => id).sort(), facts: { names } }
}

function findOwnAddress({ id, email }: Review, own: OwnAddresses): NewSignal | undefined {
  const insider = email === null ? undefined : findInsider(email, own)
  return insider && { kind: 'insider_address', reviewIds: [id], facts: insider }
}
