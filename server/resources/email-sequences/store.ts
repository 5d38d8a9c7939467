import { listNewest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, sql } from '#platform/db/query.ts'
import { type Content, type SequenceRow, toSequence } from './rules.ts'
import type { SequenceFilters, Status, TriggerEvent } from './schema.ts'

type Row = {
  id: string
  name: string
  status: Status
  version: number
  event: TriggerEvent
  filter: Content['trigger']['filter']
  steps: Content['steps']
  exitOn: Content['exitOn']
  goal: Content['goal']
  consent: Content['consent']
  active: number
  completed: number
  exited: number
  goalReached: number
  mailsSent: number
  publishedAt: string | null
  created_at: string
  updatedAt: string
}

const counted = (tx: StoreReads, state: 'active' | 'completed' | 'exited') => sql`
  (select count(*) from email_sequence_runs r
    where r.store_env_id = ${tx.storeEnvId} and r.sequence_id = s.id and r.state = ${sql.lit(state)})`

const columns = (tx: StoreReads) => sql<Row>`
  s.id, s.name, s.status, s.version, v.trigger_event as event, v.filter, v.steps, v.exit_on as "exitOn", v.goal, v.consent,
  ${counted(tx, 'active')} as active, ${counted(tx, 'completed')} as completed, ${counted(tx, 'exited')} as exited,
  (select count(r.goal_at) from email_sequence_runs r
    where r.store_env_id = ${tx.storeEnvId} and r.sequence_id = s.id) as "goalReached",
  (select count(*) from email_sequence_messages m
    where m.store_env_id = ${tx.storeEnvId} and m.sequence_id = s.id and m.state = 'sent') as "mailsSent",
  s.published_at as "publishedAt", s.created_at, s.updated_at as "updatedAt"`

const withVersion = (tx: StoreReads) => sql`
  email_sequences s
  join email_sequence_versions v on v.store_env_id = ${tx.storeEnvId} and v.sequence_id = s.id and v.version = s.version`

const toRow = ({
  event,
  filter,
  active,
  completed,
  exited,
  goalReached,
  created_at: createdAt,
  ...row
}: Row): SequenceRow => ({
  ...row,
  trigger: { event, filter },
  runs: { active, completed, exited, goalReached },
  createdAt,
})

export function list(tx: StoreTx, filters: SequenceFilters) {
  const { status } = filters
  const from = sql`${withVersion(tx)} where s.store_env_id = ${tx.storeEnvId} and s.removed_at is null
    ${status === undefined ? sql`` : sql`and ${equalsAny('s.status', status)}`}`
  return listNewest(tx, filters, { columns: columns(tx), from, table: 's' }, (row) => toSequence(toRow(row)))
}

export async function find(tx: StoreReads, id: string): Promise<SequenceRow | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns(tx)} from ${withVersion(tx)}
     where s.store_env_id = ${tx.storeEnvId} and s.id = ${id} and s.removed_at is null`)
  return row && toRow(row)
}

export async function lock(tx: StoreTx, id: string): Promise<SequenceRow | undefined> {
  const held = await tx.first<{ id: string }>(sql`
    select s.id from email_sequences s
     where s.store_env_id = ${tx.storeEnvId} and s.id = ${id} and s.removed_at is null for no key update`)
  return held && find(tx, id)
}

export const lockList = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`email sequences ${tx.storeEnvId}`}::text, 0))`)

export const countAll = async (tx: StoreReads): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from email_sequences s
       where s.store_env_id = ${tx.storeEnvId} and s.removed_at is null and s.status <> 'archived'`)
  )?.count ?? 0

export async function insert(tx: StoreTx, id: string, name: string, content: Content): Promise<void> {
  await tx.run(sql`
    insert into email_sequences (store_env_id, id, name, status, version, created_at, updated_at)
    values (${tx.storeEnvId}, ${id}, ${name}, 'draft', 1, ${tx.now}, ${tx.now})`)
  await insertVersion(tx, id, 1, content)
}

/** Replaces an existing version with the same number, which has no runs yet. */
export const insertVersion = (tx: StoreTx, id: string, version: number, content: Content): Promise<number> =>
  tx.run(sql`
    insert into email_sequence_versions (store_env_id, sequence_id, version, trigger_event, filter, steps, exit_on, goal, consent,
                                         created_at)
    values (${tx.storeEnvId}, ${id}, ${version}, ${content.trigger.event}, ${JSON.stringify(content.trigger.filter)}::jsonb,
            ${JSON.stringify(content.steps)}::jsonb, ${content.exitOn}::text[], ${content.goal}::text[], ${content.consent}, ${tx.now})
    on conflict (store_env_id, sequence_id, version) do update set
      trigger_event = excluded.trigger_event, filter = excluded.filter, steps = excluded.steps, exit_on = excluded.exit_on,
      goal = excluded.goal, consent = excluded.consent, created_at = excluded.created_at`)

export const update = (
  tx: StoreTx,
  id: string,
  { name, version }: { name: string; version: number },
): Promise<number> =>
  tx.run(sql`
    update email_sequences set name = ${name}, version = ${version}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const deleteUnused = (tx: StoreTx, id: string, current: number): Promise<number> =>
  tx.run(sql`
    delete from email_sequence_versions v
     where v.store_env_id = ${tx.storeEnvId} and v.sequence_id = ${id} and v.version < ${current}
       and not exists (select from email_sequence_runs r
                        where r.store_env_id = ${tx.storeEnvId} and r.sequence_id = ${id} and r.version = v.version)`)

export const updateStatus = (tx: StoreTx, id: string, status: Status): Promise<number> =>
  tx.run(sql`
    update email_sequences s
       set status = ${status}, updated_at = ${tx.now},
           published_at = case when ${status}::text = 'live' then coalesce(s.published_at, ${tx.now}::timestamptz)
                               else s.published_at end
     where s.store_env_id = ${tx.storeEnvId} and s.id = ${id}`)

export const updateRemoved = (tx: StoreTx, id: string): Promise<number> =>
  tx.run(sql`
    update email_sequences set status = 'archived', removed_at = ${tx.now}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const deleteSequence = (tx: StoreTx, id: string): Promise<number> =>
  tx.run(sql`
    delete from email_sequences where store_env_id = ${tx.storeEnvId} and id = ${id} and removed_at is not null`)

export const listProducts = async (tx: StoreReads, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select p.id from products p where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)
  return rows.map(({ id }) => id)
}

export const listCategories = async (tx: StoreReads, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select c.id from categories c where c.store_env_id = ${tx.storeEnvId} and c.id = any(${ids}::uuid[])`)
  return rows.map(({ id }) => id)
}

export type RunCount = { state: 'active' | 'completed' | 'exited'; reason: string | null; runs: number; goals: number }

export const countRuns = (tx: StoreReads, id: string) =>
  tx.all<RunCount>(sql`
    select r.state, r.exit_reason as reason, count(*) as runs, count(r.goal_at) as goals
      from email_sequence_runs r
     where r.store_env_id = ${tx.storeEnvId} and r.sequence_id = ${id}
     group by r.state, r.exit_reason order by count(*) desc, r.exit_reason`)

export type MailCount = { version: number; step: number; subject: string | null; state: string; mails: number }

export const countMails = (tx: StoreReads, id: string) =>
  tx.all<MailCount>(sql`
    select c.version, c.step, v.steps -> c.step::integer ->> 'subject' as subject, c.state, c.mails
      from (select m.version, m.step, m.state, count(*) as mails from email_sequence_messages m
             where m.store_env_id = ${tx.storeEnvId} and m.sequence_id = ${id}
             group by m.version, m.step, m.state) c
      join email_sequence_versions v
        on v.store_env_id = ${tx.storeEnvId} and v.sequence_id = ${id} and v.version = c.version
     order by c.version desc, c.step, c.state`)
