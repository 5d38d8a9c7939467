import { randomBytes } from 'node:crypto'
import type { Subscriber } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { PublishedEvent } from '#platform/db/published-event.ts'
import { type Party, theService } from '#platform/identity/caller.ts'
import { copiesChanged, reviewsChanged } from '#resources/reviews/changes/events.ts'
import { actsIn, type LastState, type ReviewAct, theReviewer, type Words } from '#resources/reviews/changes/rules.ts'
import type { Status } from '#resources/reviews/schema.ts'
import { grantRecorded } from '#resources/shared-reviews/events.ts'
import type { Json } from './canonical-json.ts'
import { appealDecided, appealFiled, policyAdopted } from './events.ts'
import { entered, hashContent, type NewEntry } from './rules.ts'
import type { EntryType } from './schema.ts'
import * as store from './store.ts'

type UnsignedEntry = Omit<NewEntry, 'by'> & { by?: Party }

/**
 * An entry without `by` gets the transaction's actor. From the next statement on, appends of other transactions wait
 * until this transaction ends.
 */
export const appendEntries = (tx: StoreTx, entries: readonly UnsignedEntry[]): void =>
  append(
    tx,
    entries.map(({ by = tx.by, ...entry }) => ({ ...entry, by })),
  )

function append(tx: StoreTx, entries: readonly NewEntry[]): void {
  if (entries.length > 0) store.append(tx, entries)
}

type Act =
  | ReviewAct
  | { type: 'appealed' }
  | { type: 'appeal_decided'; decision: 'upheld' | 'overturned'; sameActor: boolean }

type ReviewActs = { id: string; by?: Party; acts: readonly Act[] }

export const ledgerSubscriber: Subscriber = {
  to: [reviewsChanged, copiesChanged, appealFiled, appealDecided, policyAdopted, grantRecorded].map(({ name }) => name),
  asks(tx, events) {
    const acted = events.flatMap(actedIn).filter(({ acts }) => acts.length > 0)
    if (acted.length === 0) return []
    const edited = listEdited(acted)
    return [store.selectIsEntering(tx), ...(edited.length > 0 ? [store.selectSalts(tx, edited)] : [])]
  },
  async beforeCommit(tx, events, [ledgers = [], salts = []]) {
    const acted = events.flatMap(actedIn).filter(({ acts }) => acts.length > 0)
    if (acted.length > 0) await recordActs(tx, acted, ledgers as store.IsEntering[], salts as store.Salt[])
    appendEntries(
      tx,
      events
        .filter(({ name }) => name === grantRecorded.name)
        .map(({ data }) => {
          const { type, grantId, by } = data as DataOf<typeof grantRecorded>
          return { type, review: null, data: { grant: grantId }, ...(by && { by }) }
        }),
    )
    const policies = events.filter(({ name }) => name === policyAdopted.name)
    appendEntries(
      tx,
      policies.map(({ data }) => {
        const { version, sha256 } = data as DataOf<typeof policyAdopted>
        return { type: 'policy', review: null, data: { version, sha256 } }
      }),
    )
  },
}

const listEdited = (acted: readonly ReviewActs[]) => [
  ...new Set(acted.filter(({ acts }) => acts.some(({ type }) => type === 'edited')).map(({ id }) => id)),
]

type DataOf<Kind> = Kind extends { says?: infer Data } ? NonNullable<Data> : never

function actedIn({ name, data }: PublishedEvent<object>): readonly ReviewActs[] {
  switch (name) {
    case reviewsChanged.name:
      return (data as DataOf<typeof reviewsChanged>).reviews.flatMap(actsIn)
    case copiesChanged.name:
      return (data as { acts: readonly ReviewActs[] }).acts
    case appealFiled.name:
      return [{ id: (data as DataOf<typeof appealFiled>).reviewId, by: theReviewer, acts: [{ type: 'appealed' }] }]
    case appealDecided.name: {
      const { reviewId, decision, sameActor } = data as DataOf<typeof appealDecided>
      return [{ id: reviewId, acts: [{ type: 'appeal_decided', decision, sameActor }] }]
    }
    default:
      return []
  }
}

/**
 * `isEntering`: reviews older than the ledger are still being added. It is read without a lock. If it is false, every
 * review that this transaction could read is in the ledger. If it is true, the lock decides who adds a review: this
 * transaction or the job.
 */
async function recordActs(
  tx: StoreTx,
  acted: readonly ReviewActs[],
  [ledger]: readonly store.IsEntering[],
  known: readonly store.Salt[],
): Promise<void> {
  const locked = ledger?.isEntering ? await store.lock(tx, listEdited(acted)) : undefined
  const writing = createWriting(locked?.salts ?? known)
  if (locked?.ledger.isEntering) await enterUnknown(tx, writing, acted)
  for (const { id, by = tx.by, acts } of acted) for (const act of acts) writing.add(id, by, act)
  store.insertSalts(tx, writing.salts())
  store.deleteReviewSalts(tx, writing.deletedSalts())
  append(tx, writing.entries)
}

function createWriting(known: readonly store.Salt[]) {
  const entries: NewEntry[] = []
  const salts = new Map(known.map((salt) => [salt.reviewId, salt]))
  const changed = new Set<string>()
  const deletedIds = new Set<string>()
  const bind = (reviewId: string, words: Words): string => {
    const salt = salts.get(reviewId)?.salt ?? randomBytes(32)
    const content = hashContent(salt, words)
    salts.set(reviewId, { reviewId, salt, content })
    changed.add(reviewId)
    return content
  }
  const add = (review: string, by: Party, type: EntryType, data: { readonly [name: string]: Json }) =>
    entries.push({ type, review, by, data })
  return {
    entries,
    salts: () => [...salts.values()].filter(({ reviewId }) => changed.has(reviewId) && !deletedIds.has(reviewId)),
    deletedSalts: () => [...deletedIds],
    add(id: string, by: Party, act: Act): void {
      if (act.type === 'submitted') {
        const { subject, source, importedFrom, relationship = null, words, origin } = act
        const content = bind(id, words)
        const data = { source, importedFrom, rating: words.rating, content, ...(origin && { origin }) }
        add(id, by, 'submitted', {
          ...data,
          ...(subject === 'shop' && { subject }),
          ...(relationship !== null && { relationship }),
        })
      } else if (act.type === 'edited') {
        const before = salts.get(id)?.content ?? null
        add(id, by, 'edited', { fields: act.fields, before, after: bind(id, act.words) })
      } else if (act.type === 'moderated') {
        const { from, to, reason, policy } = act
        const isHidden = from === 'approved' && (to === 'rejected' || to === 'spam')
        add(id, by, isHidden ? 'hidden' : 'moderated', { from, to, reason, policy })
      } else if (act.type === 'deleted') {
        add(id, by, 'deleted', { cause: act.cause })
        deletedIds.add(id)
      } else {
        const { type, ...data } = act
        add(id, by, type, data)
        if (type === 'anonymized') deletedIds.add(id)
      }
    },
  }
}

type Writing = ReturnType<typeof createWriting>

/** Adds a first entry for a review that is older than the ledger, with its state before these events. */
async function enterUnknown(tx: StoreTx, writing: Writing, events: readonly ReviewActs[]): Promise<void> {
  const [known, present] = await store.findUnknown(tx, [...new Set(events.map(({ id }) => id))])
  const isKnown = new Set(known.map(({ id }) => id))
  const rows = new Map(present.map((row) => [row.id, row]))
  for (const [id, ofReview] of Map.groupBy(events, (event) => event.id)) {
    const acts = ofReview.flatMap(({ acts }) => acts)
    if (isKnown.has(id) || acts.some(({ type }) => type === 'submitted')) continue
    const before = stateBefore(rows.get(id), acts)
    if (before) for (const act of entered(before)) writing.add(id, theService, act)
  }
}

/**
 * Reconstructs the earlier state of a changed row as far as possible. Edits are not reverted, so the earlier state includes
 * them.
 */
function stateBefore(row: store.Present | undefined, acts: readonly Act[]): LastState | undefined {
  const deleted = acts.find((act) => act.type === 'deleted')
  const now = row ? toLastState(row) : deleted?.was
  if (!now) return undefined
  let { status, verified, reason, policy } = now
  for (const act of acts.toReversed()) {
    // The earlier reason for not publishing the review is unknown.
    if (act.type === 'moderated') [status, reason, policy] = [act.from, null, null]
    if (act.type === 'verified') verified = !act.verified
  }
  return { ...now, status, verified, reason, policy }
}

export const toLastState = ({ authorName, body, rating, title, ...rest }: store.Present): LastState => ({
  subject: rest.subject,
  words: { authorName, body, rating, title },
  source: rest.source,
  importedFrom: rest.importedFrom,
  verified: rest.verified,
  isUnproven: rest.isUnproven,
  incentive: rest.incentive,
  relationship: rest.relationship,
  status: rest.status as Status,
  reason: rest.reason,
  policy: rest.policy,
})

export const enterJob = 'evidence.enter'
const reviewsPerBatch = 500

/** Adds the next reviews that are older than the ledger. Returns false when none is left. */
export async function enterNext(tx: StoreTx): Promise<boolean> {
  const { ledger } = await store.lock(tx, [])
  const entering = ledger.isEntering ? await store.findEntering(tx) : undefined
  if (!entering) return false
  const rows = await store.listToEnter(tx, entering, reviewsPerBatch)
  const writing = createWriting([])
  for (const row of rows)
    if (!row.isKnown) for (const act of entered(toLastState(row))) writing.add(row.id, theService, act)
  const last = rows.at(-1)
  await store.updateEntered(tx, last && { submittedAt: last.submittedAt, id: last.id })
  store.insertSalts(tx, writing.salts())
  append(tx, writing.entries)
  return last !== undefined
}

export { find as readEvidenceSettings } from './settings-store.ts'
