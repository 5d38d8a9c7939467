import { countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, isAmong, type NotNull, sql } from '#platform/db/query.ts'
import type { Incentive, ModerationReason, Relationship, Source, Status, Subject } from '#resources/reviews/schema.ts'
import { decodeNumber, positionAt } from './positions.ts'
import { type NewEntry, toBody } from './rules.ts'
import type { EntryFilters, EntryType, LedgerEntry } from './schema.ts'

export type Ledger = { size: number; isEntering: boolean }

const selectLocked = (tx: StoreTx) => sql<Ledger>`
    select l.size, l.is_entering as "isEntering"
      from evidence_ledgers l where l.store_env_id = ${tx.storeEnvId} for update`

export type IsEntering = Pick<Ledger, 'isEntering'>

export const selectIsEntering = (tx: StoreReads) => sql<IsEntering>`
    select l.is_entering as "isEntering" from evidence_ledgers l where l.store_env_id = ${tx.storeEnvId}`

export type Salt = { reviewId: string; salt: Buffer; content: string }

export const selectSalts = (tx: StoreReads, reviewIds: readonly string[]) => sql<Salt>`
    select s.review_id as "reviewId", s.salt, s.content
      from evidence_salts s where s.store_env_id = ${tx.storeEnvId} and ${isAmong('s.review_id', reviewIds, 'uuid')}`

/** Locks the store's ledger until the transaction ends, and reads the current salts of these reviews. */
export async function lock(tx: StoreTx, reviewIds: readonly string[]): Promise<{ ledger: Ledger; salts: Salt[] }> {
  // Most actions record no hash of a text, so they need no salts.
  const ask = (): Promise<[Ledger[], Salt[]]> =>
    reviewIds.length > 0
      ? tx.several<[Ledger, Salt]>([selectLocked(tx), selectSalts(tx, reviewIds)])
      : tx.all<Ledger>(selectLocked(tx)).then((ledgers) => [ledgers, []])
  let [[ledger], salts] = await ask()
  if (!ledger) {
    await insertLedger(tx)
    ;[[ledger], salts] = await ask()
  }
  if (!ledger) throw new Error('The store has no ledger.')
  return { ledger, salts }
}

const insertLedger = (tx: StoreTx) =>
  tx.run(sql`
    insert into evidence_ledgers (store_env_id, size, is_entering) values (${tx.storeEnvId}, 0, false)
    on conflict (store_env_id) do nothing`)

/** Runs in the round trip of the next statement, so that the ledger is locked as briefly as possible. */
export const append = (tx: StoreTx, entries: readonly NewEntry[]): void =>
  tx.sendAlong(sql`
    select app.append_to_ledger(${tx.storeEnvId}, ${tx.now}, ${entries.map(({ type }) => type)}::text[],
                                ${entries.map(({ review }) => review)}::uuid[], ${entries.map(toBody)}::text[])`)

export function insertSalts(tx: StoreTx, salts: readonly Salt[]): void {
  if (salts.length > 0) tx.sendAlong(upsertSalts(tx, salts))
}

export const upsertSalts = (tx: StoreTx, salts: readonly Salt[]) => sql`
    insert into evidence_salts (store_env_id, review_id, salt, content)
    select ${tx.storeEnvId}::uuid, s.review_id, s.salt, s.content
      from unnest(${salts.map(({ reviewId }) => reviewId)}::uuid[], ${salts.map(({ salt }) => salt)}::bytea[],
                  ${salts.map(({ content }) => content)}::text[]) as s(review_id, salt, content)
    on conflict (store_env_id, review_id) do update set content = excluded.content`

export function deleteReviewSalts(tx: StoreTx, reviewIds: readonly string[]): void {
  if (reviewIds.length > 0) tx.sendAlong(deleteSalts(tx, reviewIds))
}

export const deleteSalts = (tx: StoreTx, reviewIds: readonly string[]) => sql`
    delete from evidence_salts where store_env_id = ${tx.storeEnvId} and review_id = any(${reviewIds}::uuid[])`

export type Present = {
  id: string
  subject: NotNull<Subject>
  rating: number
  title: string | null
  body: string
  authorName: string
  verified: boolean
  isUnproven: boolean
  status: Status
  source: Source
  importedFrom: string | null
  incentive: Incentive | null
  relationship: Relationship | null
  reason: ModerationReason | null
  policy: number | null
  submittedAt: string
}

const present = sql.raw(`
  r.id, case when r.product_id is null then 'shop' else 'product' end as subject, r.rating, r.title, r.body, r.author_name as "authorName",
  r.verified, r.is_unproven as "isUnproven", r.status, r.source,
  r.imported_from as "importedFrom", r.incentive, r.relationship, r.moderation_reason as reason,
  r.moderation_policy as policy, r.submitted_at as "submittedAt"`)

export const findUnknown = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.several<[{ id: string }, Present]>([
    sql`select distinct e.review_id as id from evidence_entries e
         where e.store_env_id = ${tx.storeEnvId} and e.review_id = any(${reviewIds}::uuid[])`,
    sql`select ${present} from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = any(${reviewIds}::uuid[])`,
  ])

export type EntryPosition = { submittedAt: string | null; id: string | null }

export const findEntering = (tx: StoreTx) =>
  tx.first<EntryPosition>(sql`
    select l.entered_submitted_at as "submittedAt", l.entered_id as id
      from evidence_ledgers l where l.store_env_id = ${tx.storeEnvId} and l.is_entering`)

export const listToEnter = (tx: StoreTx, { submittedAt, id }: EntryPosition, limit: number) =>
  tx.all<Present & { isKnown: boolean }>(sql`
    select ${present},
           exists (select from evidence_entries e where e.store_env_id = ${tx.storeEnvId} and e.review_id = r.id) as "isKnown"
      from reviews r
     where r.store_env_id = ${tx.storeEnvId}
       and (${submittedAt}::timestamptz is null or (r.submitted_at, r.id) > (${submittedAt}::timestamptz, ${id}::uuid))
     order by r.submitted_at, r.id limit ${limit}`)

export const begin = (tx: StoreTx) =>
  tx.run(sql`
    update evidence_ledgers set is_entering = true, entered_submitted_at = null, entered_id = null
     where store_env_id = ${tx.storeEnvId}`)

export const updateEntered = (tx: StoreTx, last: EntryPosition | undefined) =>
  tx.run(sql`
    update evidence_ledgers
       set is_entering = ${last !== undefined}, entered_submitted_at = ${last?.submittedAt ?? null}::timestamptz,
           entered_id = ${last?.id ?? null}::uuid
     where store_env_id = ${tx.storeEnvId}`)

/** Maximum number of entries read for one review. Real reviews have far fewer. */
const mostOfReview = 1_000

export const selectOfReview = (tx: StoreReads, reviewId: string) => sql<{ seq: number; entry: string }>`
    select e.seq, e.entry from evidence_entries e
     where e.store_env_id = ${tx.storeEnvId} and e.review_id = ${reviewId} order by e.seq limit ${sql.lit(mostOfReview)}`

export async function list(tx: StoreReads, request: PageRequest & EntryFilters) {
  const { review, type } = request
  const filters = sql.join(
    [
      sql`e.store_env_id = ${tx.storeEnvId}`,
      ...(review === undefined ? [] : [sql`e.review_id = ${review}`]),
      ...(type === undefined ? [] : [equalsAny('e.type', type)]),
    ],
    sql` and `,
  )
  const below = decodeNumber(request)
  const isBehind = below === undefined ? sql`` : sql`and e.seq < ${below}::bigint`
  const rows = await tx.all<{ seq: number; type: EntryType; entry: string; leaf: Buffer }>(sql`
    select e.seq, e.type, e.entry, e.leaf from evidence_entries e
     where ${filters} ${isBehind} order by e.seq desc limit ${fetchLimit(request)}`)
  const total = await countIfAsked(tx, request, sql`evidence_entries e where ${filters}`)
  return toPage(rows, request, ({ seq }) => positionAt(seq, tx.storeEnvId), toListed, total)
}

const toListed = ({ entry, leaf }: { entry: string; leaf: Buffer }) => ({
  ...(JSON.parse(entry) as LedgerEntry),
  leafHash: leaf.toString('hex'),
})
