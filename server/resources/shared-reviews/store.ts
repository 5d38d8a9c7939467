// SQL of grants. A row belongs to both stores, so row-level security compares its organization.
import { listNewest, type Page } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Grant, GrantQuery, GrantState, MatchWord } from './schema.ts'

type Row = {
  id: string
  direction: 'given' | 'received'
  store: { id: string; name: string } | null
  state: GrantState
  match: MatchWord[]
  product_ids: string[] | null
  copies: number
  created_at: string
  expires_at: string
  accepted_at: string | null
  revoked_at: string | null
}

const stateOf = (tx: Pick<StoreReads, 'now'>) =>
  sql`case when g.state = 'offered' and g.expires_at <= ${tx.now} then 'expired' else g.state end`

const columns = (tx: StoreReads) => sql<Row>`
  g.id, case when g.giver_store_env_id = ${tx.storeEnvId} then 'given' else 'received' end as direction,
  (select json_build_object('id', s.id, 'name', s.name) from stores s
    where s.organization_id = ${tx.organizationId} and g.receiver_store_env_id is not null
      and s.id = case when g.giver_store_env_id = ${tx.storeEnvId} then g.receiver_store_env_id else g.giver_store_env_id end) as store,
  ${stateOf(tx)} as state, g.match, g.product_ids, case when g.state = 'active' then g.copies else 0 end as copies, g.created_at,
  g.expires_at, g.accepted_at, g.revoked_at`

const isOfStore = (tx: StoreReads) => sql`
  g.organization_id = ${tx.organizationId}
  and (g.giver_store_env_id = ${tx.storeEnvId} or g.receiver_store_env_id = ${tx.storeEnvId})`

const toGrant = ({ match, product_ids: productIds, ...row }: Row): Grant => ({
  ...{ id: row.id, direction: row.direction, store: row.store, state: row.state, terms: { match, productIds } },
  ...{ copies: row.copies, createdAt: row.created_at, expiresAt: row.expires_at },
  ...{ acceptedAt: row.accepted_at, revokedAt: row.revoked_at },
})

export function list(tx: StoreReads, request: GrantQuery): Promise<Page<Grant>> {
  const { direction, state } = request
  const from = sql`review_grants g where ${isOfStore(tx)}
    ${direction === undefined ? sql`` : direction === 'given' ? sql`and g.giver_store_env_id = ${tx.storeEnvId}` : sql`and g.receiver_store_env_id = ${tx.storeEnvId}`}
    ${state === undefined ? sql`` : sql`and ${stateOf(tx)} = any(${[...state]}::text[])`}`
  return listNewest(tx, request, { columns: columns(tx), from, table: 'g' }, toGrant)
}

export async function find(tx: StoreReads, id: string): Promise<Grant | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns(tx)} from review_grants g where ${isOfStore(tx)} and g.id = ${id}`)
  return row && toGrant(row)
}

/** Serialises offers and acceptances of an organization, so that parallel calls cannot exceed a limit. */
export const lockGrants = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`review grants ${tx.organizationId}`}::text, 0))`)

/** Number of grants that the store has offered, gives or receives. */
export const count = async (tx: StoreReads, storeEnvId: string): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from review_grants g
       where g.organization_id = ${tx.organizationId} and (g.giver_store_env_id = ${storeEnvId} or g.receiver_store_env_id = ${storeEnvId})
         and ${stateOf(tx)} in ('offered', 'active')`)
  )?.count ?? 0

export const listUnknownProducts = async (tx: StoreReads, ids: readonly string[]): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      select k.id from unnest(${ids}::uuid[]) as k(id)
       where not exists (select from products p where p.store_env_id = ${tx.storeEnvId} and p.id = k.id)`)
  ).map(({ id }) => id)

type NewRow = {
  id: string
  digest: Buffer
  match: readonly MatchWord[]
  productIds: readonly string[] | null
  expiresAt: Date
}

export const insert = (tx: StoreTx, row: NewRow) =>
  tx.run(sql`
    insert into review_grants (id, organization_id, giver_store_env_id, code_digest, match, product_ids, state, expires_at, created_at)
    values (${row.id}, ${tx.organizationId}, ${tx.storeEnvId}, ${row.digest}, ${[...row.match]}::text[],
            ${row.productIds && [...row.productIds]}::uuid[], 'offered', ${row.expiresAt}, ${tx.now})`)

export const lockOffer = (tx: StoreTx, digest: Buffer) =>
  tx.first<{ id: string; giverId: string }>(sql`
    select g.id, g.giver_store_env_id as "giverId" from review_grants g
     where g.organization_id = ${tx.organizationId} and g.code_digest = ${digest} and g.state = 'offered' and g.expires_at > ${tx.now}
       for update`)

export const hasActive = async (tx: StoreReads, giverId: string): Promise<boolean> =>
  (await tx.first(sql`
    select g.id from review_grants g
     where g.organization_id = ${tx.organizationId} and g.giver_store_env_id = ${giverId}
       and g.receiver_store_env_id = ${tx.storeEnvId} and g.state = 'active'`)) !== undefined

export const updateAccepted = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update review_grants set state = 'active', receiver_store_env_id = ${tx.storeEnvId}, code_digest = null, accepted_at = ${tx.now}
     where organization_id = ${tx.organizationId} and id = ${id}`)

export type RevokedGrant = { giverId: string; receiverId: string | null }

/** Undefined if the grant is revoked already. */
export const updateRevoked = (tx: StoreTx, id: string) =>
  tx.first<RevokedGrant>(sql`
    update review_grants g set state = 'revoked', code_digest = null, revoked_at = ${tx.now}
     where ${isOfStore(tx)} and g.id = ${id} and g.state <> 'revoked'
    returning g.giver_store_env_id as "giverId", g.receiver_store_env_id as "receiverId"`)

export const addCopies = (tx: StoreTx, grantId: string, added: number) =>
  tx.run(sql`
    update review_grants set copies = greatest(0, copies + ${added}::integer)
     where organization_id = ${tx.organizationId} and id = ${grantId}`)

/** Number of copies before this transaction. */
export const findCopies = async (tx: StoreReads, grantId: string): Promise<number> =>
  (
    await tx.first<{ copies: number }>(sql`
      select g.copies from review_grants g where g.organization_id = ${tx.organizationId} and g.id = ${grantId}`)
  )?.copies ?? 0

export const updateMergedProduct = (tx: StoreTx, { from, into }: { from: string; into: string }) =>
  tx.run(sql`
    update review_grants g
       set product_ids = array(select distinct case when p.id = ${from} then ${into}::uuid else p.id end from unnest(g.product_ids) p(id))
     where g.organization_id = ${tx.organizationId} and g.giver_store_env_id = ${tx.storeEnvId} and ${from} = any(g.product_ids)`)

export type Follower = { grantId: string; receiverId: string | null }

export const selectFollowers = () => sql<Follower>`
  select f.grant_id as "grantId", f.receiver_id as "receiverId" from app.review_followers() f`

/** Grants for which the store's products are matched, as giver or receiver. */
export const selectMatching = (tx: StoreReads) => sql<Follower>`
  select g.id as "grantId", g.receiver_store_env_id as "receiverId" from review_grants g
   where ${isOfStore(tx)} and g.state = 'active'`

export type ReceivedGrant = {
  giverId: string
  state: 'offered' | 'active' | 'revoked'
  match: MatchWord[]
  productIds: string[] | null
  copies: number
  /** False while one of the two subscriptions does not include sharing. */
  isLive: boolean
  /** True if work waits for a subscription. */
  awaitsPlan: boolean
}

export const findReceived = (tx: StoreReads, grantId: string, isBilled: boolean) =>
  tx.first<ReceivedGrant>(sql`
    select g.giver_store_env_id as "giverId", g.state, g.match, g.product_ids as "productIds", g.copies,
           g.awaits_plan as "awaitsPlan",
           exists (select from app.sharing_stores(${tx.now}, ${isBilled}) s where s.grant_id = g.id) as "isLive"
      from review_grants g
     where g.organization_id = ${tx.organizationId} and g.receiver_store_env_id = ${tx.storeEnvId} and g.id = ${grantId}
       and g.state in ('active', 'revoked')`)

export const updateAwaitsPlan = (tx: StoreTx, grantId: string, awaitsPlan: boolean) =>
  tx.run(sql`
    update review_grants set awaits_plan = ${awaitsPlan}
     where organization_id = ${tx.organizationId} and receiver_store_env_id = ${tx.storeEnvId} and id = ${grantId}`)

export type EndedGrant = { id: string; organizationId: string; giverId: string; receiverId: string | null }

const ended = sql.raw<EndedGrant>(
  'g.id, g.organization_id as "organizationId", g.giver_store_env_id as "giverId", g.receiver_store_env_id as "receiverId"',
)

/** Grants of stores that were deleted. */
export const updateOrphaned = (tx: SystemTx) =>
  tx.all<EndedGrant>(sql`
    update review_grants g set state = 'revoked', code_digest = null, revoked_at = ${tx.now}
     where g.state <> 'revoked' and not exists (select from stores s where s.id = g.giver_store_env_id)
    returning ${ended}`)

/** Offers that expired since the last call. */
export const updateExpired = (tx: SystemTx) =>
  tx.all<EndedGrant>(sql`
    update review_grants g set code_digest = null
     where g.state = 'offered' and g.expires_at <= ${tx.now} and g.code_digest is not null
    returning ${ended}`)

export const listUnfinished = (tx: SystemTx) =>
  tx.all<EndedGrant>(sql`select ${ended} from review_grants g where g.state = 'revoked' and g.copies > 0`)

export const listActive = (tx: SystemTx) =>
  tx.all<EndedGrant>(sql`select ${ended} from review_grants g where g.state = 'active'`)

/** Grants with waiting work whose stores have both subscribed again. */
export const listResumed = (tx: SystemTx, isBilled: boolean) =>
  tx.all<EndedGrant>(sql`
    select ${ended} from review_grants g
     where g.state = 'active' and g.awaits_plan and app.may_share(g.giver_store_env_id, g.organization_id, ${tx.now}, ${isBilled})
       and app.may_share(g.receiver_store_env_id, g.organization_id, ${tx.now}, ${isBilled})`)
