import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import {
  listSubscribed,
  type NewProviderEvent,
  type ProviderEventKind,
  type QueuedEvent,
  queueProviderEvents,
} from '#resources/connectors/commands.ts'
import type { FactKind } from '#resources/connectors/schema.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import { type Fact, idInKey, keyOf } from './rules.ts'
import * as store from './store.ts'

export const queueJobId = 'provider_facts.queue'

export type SubscribedConnection = { id: string; sends: FactKind[] }

/**
 * A job encrypts the facts, because transactions have no access to the key. Only connections that send such facts when
 * this job is queued get them.
 */
export async function queueFacts(
  tx: StoreTx,
  facts: readonly Fact[],
  [subscribed]: [readonly SubscribedConnection[]],
): Promise<void> {
  const wanted = new Set(subscribed.flatMap(({ sends }) => sends))
  const chosen = facts.filter(({ kind }) => wanted.has(kind))
  if (chosen.length === 0) return
  const { storeEnvId, organizationId, now } = tx
  await enqueue(tx, queueJobId, { storeEnvId, organizationId, at: now.toISOString(), subscribed, facts: chosen })
}

type Content = Pick<NewProviderEvent, 'contact' | 'properties'> & { text?: Record<string, unknown> }

export async function sealFacts(
  tx: StoreTx,
  secrets: Secrets,
  { facts, subscribed, at }: { facts: readonly Fact[]; subscribed: readonly SubscribedConnection[]; at: Date },
): Promise<void> {
  const contents = await readContents(tx, facts)
  const connections = await listSubscribed(
    tx,
    subscribed.map(({ id }) => id),
  )
  const events = connections.flatMap(({ id, includeText }) =>
    facts.flatMap((fact): NewProviderEvent[] => {
      const content = contents.get(fact)
      const isSent = subscribed.find((each) => each.id === id)?.sends.includes(fact.kind)
      if (!isSent || content === undefined) return []
      const { contact, properties, text } = content
      return [
        {
          ...{ connectionId: id, kind: fact.kind, contact, eventId: keyOf(fact, at), occurredAt: at },
          properties: { ...properties, ...(includeText && text) },
        },
      ]
    }),
  )
  await queueProviderEvents(tx, secrets, events)
}

/** A fact has no content if its review or member was deleted after it was recorded. */
async function readContents(tx: StoreTx, facts: readonly Fact[]): Promise<Map<Fact, Content>> {
  const idsOf = (...kinds: FactKind[]) => facts.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const reviews = await store.listReviews(tx, idsOf('review_submitted', 'review_approved'))
  const lines = await store.listLines(tx, idsOf('points_changed'))
  const members = await store.listMembers(tx, idsOf('tier_changed'))
  const found = facts.flatMap((fact): [Fact, Content][] => {
    if (fact.kind === 'tier_changed') {
      const member = members.find(({ id }) => id === fact.id)
      const { to, from, tierPoints } = fact
      const properties = { tier: to, previous_tier: from, tier_points: tierPoints }
      return member ? [[fact, { contact: { ...member.contact, locale: null }, properties }]] : []
    }
    const content = fact.kind === 'points_changed' ? lines.get(fact.id) : reviews.get(fact.id)
    return content ? [[fact, content]] : []
  })
  return new Map(found)
}

async function isReviewWanted(tx: StoreTx, { key, email }: QueuedEvent & { email: string }, { secrets }: Services) {
  const review = await store.findReview(tx, idInKey(key))
  if (review === undefined || review.email !== email) return { skip: 'review_removed' }
  if (review.status === 'spam') return { skip: 'review_is_spam' }
  if (key.startsWith('review_approved:') && review.status !== 'approved') return { skip: 'not_approved' }
  const skip = (await findSuppressed(tx, secrets, [email], 'transactional')).get(email)
  return skip ? { skip } : true
}

async function isMemberWanted(tx: StoreTx, { email }: { email: string }, { secrets }: Services) {
  if (!(await store.hasMember(tx, email))) return { skip: 'member_removed' }
  const skip = (await findSuppressed(tx, secrets, [email], 'loyalty')).get(email)
  return skip ? { skip } : true
}

const ofReview = { stillWanted: isReviewWanted, readProfile: store.readProfile }
const ofMember = { stillWanted: isMemberWanted, readProfile: store.readProfile }

export const factEvents: readonly ProviderEventKind[] = [
  { kind: 'review_submitted', ...ofReview },
  { kind: 'review_approved', ...ofReview },
  { kind: 'points_changed', ...ofMember },
  { kind: 'tier_changed', ...ofMember },
]
