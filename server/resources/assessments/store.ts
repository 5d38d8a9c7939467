import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { Assessment } from './schema.ts'

export type AssessmentRow = {
  id: string
  status: Assessment['status']
  year: number
  fileKey: string | null
  bytes: number
  sha256: string | null
  error: string | null
  created_at: string
  finishedAt: string | null
  expiresAt: string
}

const columns = sql.raw<AssessmentRow>(`
  a.id, a.status, a.year, a.file_key as "fileKey", a.bytes, a.sha256, a.error, a.created_at,
  a.finished_at as "finishedAt", a.expires_at as "expiresAt"`)

export const find = (tx: StoreReads, id: string) =>
  tx.first<AssessmentRow>(sql`
    select ${columns} from evidence_assessments a where a.store_env_id = ${tx.storeEnvId} and a.id = ${id}`)

export const list = <T>(tx: StoreReads, request: PageRequest, map: (row: AssessmentRow) => T) =>
  listNewest(
    tx,
    request,
    { columns, from: sql`evidence_assessments a where a.store_env_id = ${tx.storeEnvId}`, table: 'a' },
    map,
  )

export type StoreFacts = {
  name: string
  timezone: string
  createdAt: string
  url: string | null
  subscription: SubscriptionFacts
}

export const findStore = (tx: StoreReads) =>
  tx.first<StoreFacts>(sql`
    select s.name, s.timezone, s.created_at as "createdAt", s.origins[1] as url,
           json_build_object('plan', p.plan, 'status', p.status, 'trialEndsAt', p.trial_ends_at,
             'currentPeriodEndsAt', p.current_period_ends_at, 'pastDueSince', p.past_due_since) as subscription
      from stores s join subscriptions p on p.store_env_id = ${tx.storeEnvId}
     where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)

export const countUnfinished = async (tx: StoreReads): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from evidence_assessments a
       where a.store_env_id = ${tx.storeEnvId} and a.status in ('queued', 'running')`)
  )?.count ?? 0

export const insert = (tx: StoreTx, row: { id: string; year: number; expiresAt: Date }) =>
  tx.run(sql`
    insert into evidence_assessments (store_env_id, id, status, year, bytes, tries, created_at, expires_at)
    values (${tx.storeEnvId}, ${row.id}, 'queued', ${row.year}, 0, 0, ${tx.now}, ${row.expiresAt})`)

export type Work = { year: number; tries: number }

/** Locks the row until the transaction ends. Undefined for an assessment that is completed or failed. */
export const lockUnfinished = (tx: StoreTx, id: string) =>
  tx.first<Work>(sql`
    select a.year, a.tries from evidence_assessments a
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id} and a.status in ('queued', 'running') for update`)

/** `tries` identifies the run. The row is locked, so that no other run begins before the commit. */
export const isRunning = async (tx: StoreTx, id: string, tries: number): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from evidence_assessments a
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id} and a.status = 'running' and a.tries = ${tries}
       for update`)) !== undefined

export const updateBegun = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update evidence_assessments a set status = 'running', tries = a.tries + 1
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id}`)

export type WrittenFile = { fileKey: string; bytes: number; sha256: string }

export const updateCompleted = (tx: StoreTx, id: string, tries: number, { fileKey, bytes, sha256 }: WrittenFile) =>
  tx.run(sql`
    update evidence_assessments a
       set status = 'completed', file_key = ${fileKey}, bytes = ${bytes}, sha256 = ${sha256}, finished_at = ${tx.now}
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id} and a.status = 'running' and a.tries = ${tries}`)

export const updateFailed = (tx: StoreTx, id: string, error: string) =>
  tx.run(sql`
    update evidence_assessments a set status = 'failed', error = ${error}, finished_at = ${tx.now}
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id} and a.status in ('queued', 'running')`)

export const listExpired = (tx: StoreReads) =>
  tx.all<{ id: string; fileKey: string }>(sql`
    select a.id, a.file_key as "fileKey" from evidence_assessments a
     where a.store_env_id = ${tx.storeEnvId} and a.file_key is not null and a.expires_at <= ${tx.now}
     order by a.id limit 500`)

export const updateFileDeleted = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    update evidence_assessments a set file_key = null
     where a.store_env_id = ${tx.storeEnvId} and a.id = any(${ids}::uuid[])`)

export const listUnknownFiles = async (tx: StoreReads, keys: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ key: string }>(sql`
    select k.key from unnest(${keys}::text[]) as k(key)
     where not exists (select from evidence_assessments a where a.store_env_id = ${tx.storeEnvId} and a.file_key = k.key)`)
  return rows.map(({ key }) => key)
}

export const hasFiles = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`
    select 1 as one from evidence_assessments a
     where a.store_env_id = ${tx.storeEnvId} and (a.file_key is not null or a.status in ('queued', 'running')) limit 1`)) !==
  undefined

export type LastAssessment = { id: string; year: number; finishedAt: string; remindedAt: string | null }

export const findLast = (tx: StoreReads) =>
  tx.first<LastAssessment>(sql`
    select a.id, a.year, a.finished_at as "finishedAt", a.reminded_at as "remindedAt" from evidence_assessments a
     where a.store_env_id = ${tx.storeEnvId} and a.status = 'completed' and a.finished_at is not null
     order by a.finished_at desc, a.id desc limit 1`)

/** Returns false if the owners were mailed about this assessment before. */
export const updateReminded = async (tx: StoreTx, id: string): Promise<boolean> =>
  (await tx.run(sql`
    update evidence_assessments a set reminded_at = ${tx.now}
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id} and a.reminded_at is null`)) > 0

/** Returns the language an owner chose for mail about this store, or else the store's language. */
export const findLanguage = (tx: StoreReads, email: string) =>
  tx.first<{ language: string | null }>(sql`
    select coalesce(
             (select n.language from memberships m
                join analytics_notifications n on n.store_env_id = ${tx.storeEnvId} and n.user_id = m.user_id
               where m.organization_id = ${tx.organizationId} and m.email = ${email} and m.active limit 1),
             (select b.default_locale from email_branding b where b.store_env_id = ${tx.storeEnvId})) as language`)
