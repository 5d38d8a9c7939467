import { type Page, type PageRequest, pageOfAll } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { chooseNames, type EventNames } from './rules.ts'
import type { Connection, FactKind, ProviderName, Status } from './schema.ts'

type Row = {
  id: string
  provider: ProviderName
  name: string
  api_key_last4: string
  settings: Record<string, string>
  event_names: EventNames
  sends: FactKind[]
  includes_words: boolean
  profile: boolean
  status: Status
  status_reason: string | null
  paused_until: string | null
  last_accepted_at: string | null
  created_at: string
  updated_at: string
  pending: number
  dead: number
}

// Without `api_key`, which only the sender reads, so that no list can show it.
const columns = (tx: StoreTx) => sql`
  c.id, c.provider, c.name, c.api_key_last4, c.settings, c.event_names, c.sends, c.includes_words, c.profile,
  c.status, c.status_reason, c.paused_until, c.last_accepted_at, c.created_at, c.updated_at,
  (select count(*) from connection_events e
    where e.store_env_id = ${tx.storeEnvId} and e.connection_id = c.id and e.state in ('pending', 'sending')) as pending,
  (select count(*) from connection_events e
    where e.store_env_id = ${tx.storeEnvId} and e.connection_id = c.id and e.state = 'dead') as dead`

export const toConnection = (row: Row): Connection => ({
  id: row.id,
  provider: row.provider,
  name: row.name,
  apiKeyLast4: row.api_key_last4,
  listId: row.settings.listId ?? null,
  eventNames: chooseNames(row.provider, row.event_names),
  sends: row.sends,
  includeText: row.includes_words,
  profile: row.profile,
  status: row.status,
  statusReason: row.status_reason,
  pausedUntil: row.paused_until,
  lastAcceptedAt: row.last_accepted_at,
  counts: { pending: row.pending, dead: row.dead },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const list = async (tx: StoreTx, request: PageRequest): Promise<Page<Connection>> => {
  const rows = await tx.all<Row>(sql`
    select ${columns(tx)} from connections c
     where c.store_env_id = ${tx.storeEnvId} and c.status <> 'removed' order by c.created_at desc, c.id desc`)
  return pageOfAll(rows, request, ({ created_at: at, id }) => ({ at, id }), toConnection)
}

/** Connections that get rewards and may get review requests. */
export const listIds = (tx: StoreTx) =>
  tx.all<{ id: string }>(sql`
    select c.id from connections c
     where c.store_env_id = ${tx.storeEnvId} and c.status <> 'removed' and c.provider <> 'brevo' order by c.id`)

export const selectSubscribed = (
  tx: StoreTx,
  kinds: readonly FactKind[],
): Query<{ id: string; sends: FactKind[] }> => sql`
    select c.id, c.sends from connections c
     where c.store_env_id = ${tx.storeEnvId} and c.sends && ${[...kinds]}::text[] and c.status <> 'removed'
     order by c.id`

export const listSubscribed = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<{ id: string; includeText: boolean }>(sql`
    select c.id, c.includes_words as "includeText" from connections c
     where c.store_env_id = ${tx.storeEnvId} and c.id = any(${[...ids]}::uuid[]) and c.status <> 'removed' order by c.id`)

/** Connections whose provider may have a profile of this person, because of reviews, loyalty points or events. */
export const listProfiled = (tx: StoreTx, { email, person }: { email: string; person: Buffer }) =>
  tx.all<{ id: string }>(sql`
    select c.id from connections c
     where c.store_env_id = ${tx.storeEnvId} and c.profile_since is not null and c.status <> 'removed'
       and (exists (select from connection_events e
                     where e.store_env_id = ${tx.storeEnvId} and e.person = ${person} and e.connection_id = c.id)
         or exists (select from reviews r
                     where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email} and r.source <> 'import')
         or exists (select from loyalty_members m where m.store_env_id = ${tx.storeEnvId} and m.email = ${email}))
     order by c.id`)

export const find = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`select ${columns(tx)} from connections c
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status <> 'removed'`)

export const lock = (tx: StoreTx, id: string) =>
  tx.first<
    Pick<
      Row,
      'id' | 'provider' | 'name' | 'settings' | 'event_names' | 'sends' | 'includes_words' | 'profile' | 'status'
    >
  >(sql`
    select c.id, c.provider, c.name, c.settings, c.event_names, c.sends, c.includes_words, c.profile, c.status from connections c
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status <> 'removed' for update`)

export async function count(tx: StoreTx): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from connections c where c.store_env_id = ${tx.storeEnvId} and c.status <> 'removed'`)
  return row?.count ?? 0
}

type Key = { sealed: Buffer; last4: string }
type Insert = {
  id: string
  provider: ProviderName
  name: string
  key: Key
  settings: Record<string, string>
  eventNames: EventNames
}

export const insert = (tx: StoreTx, row: Insert) =>
  tx.run(sql`
    insert into connections (store_env_id, id, provider, name, api_key, api_key_last4, settings, event_names, status, created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.provider}, ${row.name}, ${row.key.sealed}, ${row.key.last4},
            ${JSON.stringify(row.settings)}::jsonb, ${JSON.stringify(row.eventNames)}::jsonb, 'active', ${tx.now}, ${tx.now})`)

type Update = Omit<Insert, 'provider' | 'key'> & {
  key: Key | undefined
  sends: readonly FactKind[]
  includeText: boolean
  profile: boolean
  status: Status
  isFreed: boolean
}

export const update = (tx: StoreTx, row: Update) =>
  tx.run(sql`
    update connections c
       set name = ${row.name}, settings = ${JSON.stringify(row.settings)}::jsonb,
           event_names = ${JSON.stringify(row.eventNames)}::jsonb,
           api_key = coalesce(${row.key?.sealed ?? null}::bytea, c.api_key),
           api_key_last4 = coalesce(${row.key?.last4 ?? null}::text, c.api_key_last4),
           sends = ${[...row.sends]}::text[], includes_words = ${row.includeText}, profile = ${row.profile},
           profile_since = case when ${row.profile}::boolean then coalesce(c.profile_since, ${tx.now}) else c.profile_since end,
           status = ${row.status}, updated_at = ${tx.now},
           status_reason = case when ${row.status}::text = 'needs_reauth' then c.status_reason end,
           paused_until = case when not ${row.isFreed}::boolean then c.paused_until end,
           failures = case when ${row.isFreed}::boolean then 0 else c.failures end
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${row.id}`)

/** Hides the connection from every call and erases its key. The row is preserved until its queue is settled. */
export const updateRemoved = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update connections c set status = 'removed', api_key = ''::bytea, updated_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

export async function findRemoved(tx: StoreTx, id: string): Promise<ProviderName | undefined> {
  const row = await tx.first<{ provider: ProviderName }>(sql`
    select c.provider from connections c
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status = 'removed'`)
  return row?.provider
}

export const deleteConnection = (tx: StoreTx, id: string) =>
  tx.run(sql`
    delete from connections c where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status = 'removed'`)

export type LeasedConnection = {
  id: string
  provider: ProviderName
  apiKey: Buffer
  settings: Record<string, string>
  eventNames: EventNames
  profile: boolean
  failures: number
}

export const lease = (tx: StoreTx, holder: string, until: Date) =>
  tx.all<LeasedConnection>(sql`
    update connections c set leased_by = ${holder}, leased_until = ${until}
     where c.store_env_id = ${tx.storeEnvId} and c.status = 'active'
       and (c.paused_until is null or c.paused_until <= ${tx.now})
       and (c.leased_until is null or c.leased_until <= ${tx.now})
       and exists (select from connection_events e
                    where e.store_env_id = ${tx.storeEnvId} and e.connection_id = c.id
                      and e.state in ('pending', 'sending') and e.due_at <= ${tx.now})
    returning c.id, c.provider, c.api_key as "apiKey", c.settings, c.event_names as "eventNames", c.profile, c.failures`)

export const extendLeases = async (tx: StoreTx, holder: string, until: Date): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      update connections c set leased_until = ${until}
       where c.store_env_id = ${tx.storeEnvId} and c.leased_by = ${holder}
      returning c.id`)
  ).map(({ id }) => id)

/** Undefined if another run has leased the connection, or if the connection no longer sends. */
export const extendLease = (tx: StoreTx, id: string, holder: string, until: Date) =>
  tx.first<Pick<LeasedConnection, 'failures'>>(sql`
    update connections c set leased_until = ${until}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.leased_by = ${holder} and c.status = 'active'
       and (c.paused_until is null or c.paused_until <= ${tx.now})
    returning c.failures`)

export const release = (tx: StoreTx, id: string, holder: string) =>
  tx.run(sql`
    update connections c set leased_by = null, leased_until = null
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.leased_by = ${holder}`)

export type RoundResult = { unusable: string | null; pausedUntil: Date | null; accepted: boolean; failures: number }

/** Stores a round's result. Skips a connection that got another key or was paused or removed during the round. */
export const updateAfterRound = (
  tx: StoreTx,
  { id, apiKey }: Pick<LeasedConnection, 'id' | 'apiKey'>,
  { unusable, pausedUntil, accepted, failures }: RoundResult,
) =>
  tx.run(sql`
    update connections c
       set status = case when ${unusable}::text is null then c.status else 'needs_reauth' end,
           status_reason = coalesce(${unusable}::text, c.status_reason),
           paused_until = coalesce(${pausedUntil}::timestamptz, c.paused_until), failures = ${failures},
           last_accepted_at = case when ${accepted}::boolean then ${tx.now}::timestamptz else c.last_accepted_at end
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.api_key = ${apiKey} and c.status = 'active'`)

export async function findIsSender(tx: StoreTx, id: string): Promise<boolean> {
  const row = await tx.first<{ is_sender: boolean }>(sql`
    select exists (select from email_settings s
                    where s.store_env_id = ${tx.storeEnvId} and s.provider = ${id}::text) as is_sender`)
  return row?.is_sender === true
}

export async function findStoreName(tx: StoreTx): Promise<string> {
  const row = await tx.first<{ name: string }>(sql`select s.name from stores s where s.id = ${tx.storeEnvId}`)
  return row?.name ?? ''
}
