import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { BackupSchedule, Frequency } from './schema.ts'

export type ScheduleRow = {
  id: string
  enabled: boolean
  frequency: Frequency
  hour: number
  keep: number
  target: BackupSchedule['target']
  passphrase: Buffer | null
  addresses: boolean
  nextAt: string | null
  lastSlotAt: string | null
  failingSince: string | null
  updatedAt: string
}

const columns = sql.raw(`b.id, b.enabled, b.frequency, b.hour, b.keep, b.target, b.passphrase, b.addresses,
  b.next_at as "nextAt", b.last_slot_at as "lastSlotAt", b.failing_since as "failingSince", b.updated_at as "updatedAt"`)

export const find = (tx: StoreReads) =>
  tx.first<ScheduleRow>(sql`select ${columns} from backup_schedules b where b.store_env_id = ${tx.storeEnvId}`)

export const lock = (tx: StoreTx) =>
  tx.first<ScheduleRow>(
    sql`select ${columns} from backup_schedules b where b.store_env_id = ${tx.storeEnvId} for update`,
  )

export type Facts = { timezone: string; subscription: SubscriptionFacts }

export const findFacts = (tx: StoreReads) =>
  tx.first<Facts>(sql`
    select s.timezone, json_build_object('plan', p.plan, 'status', p.status, 'trialEndsAt', p.trial_ends_at,
             'currentPeriodEndsAt', p.current_period_ends_at, 'pastDueSince', p.past_due_since) as subscription
      from stores s left join subscriptions p on p.store_env_id = ${tx.storeEnvId}
     where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)

export type Settings = Omit<ScheduleRow, 'nextAt' | 'lastSlotAt' | 'failingSince' | 'updatedAt'> & {
  nextAt: Date | null
}

export const upsert = (tx: StoreTx, row: Settings) =>
  tx.run(sql`
    insert into backup_schedules (store_env_id, id, enabled, frequency, hour, keep, target, passphrase, addresses, next_at,
                                  updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.enabled}, ${row.frequency}, ${row.hour}, ${row.keep}, ${row.target},
            ${row.passphrase}, ${row.addresses}, ${row.nextAt}, ${tx.now})
    on conflict (store_env_id) do update set
      id = excluded.id, enabled = excluded.enabled, frequency = excluded.frequency, hour = excluded.hour,
      keep = excluded.keep, target = excluded.target, passphrase = excluded.passphrase, addresses = excluded.addresses,
      next_at = excluded.next_at, updated_at = excluded.updated_at`)

export const updateNext = (tx: StoreTx, nextAt: Date, lastSlotAt: Date | null) =>
  tx.run(sql`
    update backup_schedules set next_at = ${nextAt}, last_slot_at = coalesce(${lastSlotAt}::timestamptz, last_slot_at)
     where store_env_id = ${tx.storeEnvId}`)

export const markFailing = async (tx: StoreTx): Promise<boolean> =>
  (await tx.run(sql`
    update backup_schedules set failing_since = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and failing_since is null`)) > 0

export const markWell = (tx: StoreTx) =>
  tx.run(sql`
    update backup_schedules set failing_since = null
     where store_env_id = ${tx.storeEnvId} and failing_since is not null`)

export const usesTarget = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from backup_schedules b
     where b.store_env_id = ${tx.storeEnvId} and b.enabled and b.target = 's3'`)) !== undefined

export const countEnabled = async (tx: StoreReads): Promise<number> =>
  (
    await tx.first<{ n: number }>(sql`
      select count(*) as n from backup_schedules b where b.store_env_id = ${tx.storeEnvId} and b.enabled`)
  )?.n ?? 0
