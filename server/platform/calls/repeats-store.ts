// Rows belong to the organization, so transactions of a store and of an organization can both read them.
import type { OrganizationTx, StoreTx, SystemTx } from '../db/db.ts'
import { sql } from '../db/query.ts'

export type CallName = { organizationId: string; caller: string; operation: string; key: string }

type Tx = Pick<OrganizationTx, 'first' | 'run' | 'now'>

export type Row = {
  fingerprint: Buffer | null
  claimed_until: string | null
  answer: Buffer | null
  created_at: string
}

const named = ({ organizationId, caller, operation, key }: CallName) =>
  sql`organization_id = ${organizationId} and caller = ${caller} and operation = ${operation} and key = ${key}`

/**
 * Locks the call's key until the transaction ends. False if another transaction has the lock. An insert of the same key
 * would wait for that transaction.
 */
export async function tryLock(tx: Tx, { organizationId, caller, operation, key }: CallName): Promise<boolean> {
  const name = JSON.stringify(['idempotency', organizationId, caller, operation, key])
  const row = await tx.first<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_ours`,
  )
  return row?.is_ours === true
}

export const find = (tx: Tx, name: CallName, since: Date) =>
  tx.first<Row>(sql`
    select fingerprint, claimed_until, answer, created_at from idempotency_keys
     where ${named(name)} and created_at > ${since}`)

type AnswerRow = {
  storeEnvId: string | null
  fingerprint: Buffer | null
  answer: Buffer | null
  claim?: { by: string; until: Date }
}

/**
 * The rate limit bounds the number of responses up to this size. A caller's larger responses share `largeBytesPerCaller`.
 */
const smallBytes = 4096
const largeBytesPerCaller = 64 * 1024 * 1024

/** A statement of its own: on Citus, an insert that contains this sum stores nothing and reports no error. */
export async function sumLargeAnswers(tx: Tx, { organizationId, caller }: CallName): Promise<number> {
  const stored = await tx.first<{ bytes: number }>(sql`
    select coalesce(sum(answer_bytes), 0)::bigint as bytes from idempotency_keys
     where organization_id = ${organizationId} and caller = ${caller} and answer_bytes > ${sql.lit(smallBytes)}`)
  return stored?.bytes ?? 0
}

async function chooseStored(tx: Tx, name: CallName, answer: Buffer | null): Promise<Buffer | null> {
  if (answer === null || answer.length <= smallBytes) return answer
  return (await sumLargeAnswers(tx, name)) + answer.length <= largeBytesPerCaller ? answer : null
}

export async function upsert(tx: Tx, name: CallName, { storeEnvId, fingerprint, answer, claim }: AnswerRow) {
  const stored = await chooseStored(tx, name, answer)
  return tx.run(sql`
    insert into idempotency_keys (organization_id, caller, operation, key, store_env_id, fingerprint, claimed_by,
                                  claimed_until, answer, answer_bytes, created_at)
    values (${name.organizationId}, ${name.caller}, ${name.operation}, ${name.key}, ${storeEnvId}, ${fingerprint},
            ${claim?.by ?? null}, ${claim?.until ?? null}, ${stored}, ${stored?.length ?? 0}, ${tx.now})
    on conflict (organization_id, caller, operation, key) do update
       set store_env_id = excluded.store_env_id, fingerprint = excluded.fingerprint, claimed_by = excluded.claimed_by,
           claimed_until = excluded.claimed_until, answer = excluded.answer, answer_bytes = excluded.answer_bytes,
           created_at = excluded.created_at`)
}

/** False if the claim was lost before the call finished. */
export async function finish(
  tx: Tx,
  name: CallName,
  claimedBy: string,
  { fingerprint, answer }: { fingerprint: Buffer; answer: Buffer | null },
): Promise<boolean> {
  const stored = await chooseStored(tx, name, answer)
  const changed = await tx.run(sql`
    update idempotency_keys
       set claimed_by = null, claimed_until = null, fingerprint = ${fingerprint}, answer = ${stored},
           answer_bytes = ${stored?.length ?? 0}
     where ${named(name)} and claimed_by = ${claimedBy}`)
  return changed > 0
}

export const renew = (tx: Tx, name: CallName, claim: { by: string; until: Date }) =>
  tx.run(
    sql`update idempotency_keys set claimed_until = ${claim.until} where ${named(name)} and claimed_by = ${claim.by}`,
  )

export const release = (tx: Tx, name: CallName, claimedBy: string) =>
  tx.run(sql`delete from idempotency_keys where ${named(name)} and claimed_by = ${claimedBy}`)

/** Deletes the stored responses of this store's calls. The keys stay, so that no call runs twice. */
export const eraseAnswers = (tx: StoreTx) =>
  tx.run(sql`
    update idempotency_keys set answer = null, answer_bytes = 0
     where organization_id = ${tx.organizationId} and store_env_id = ${tx.storeEnvId} and answer is not null`)

/**
 * Deletes stored responses when SECRET_KEY changes. We can no longer decrypt them, but a thief with the old key
 * could.
 */
export const eraseAllAnswers = (tx: SystemTx) =>
  tx.run(sql`update idempotency_keys set answer = null, answer_bytes = 0 where answer is not null`)

export const deleteBefore = (tx: SystemTx, before: Date, most: number) =>
  tx.run(sql`
    delete from idempotency_keys k
     using (select ctid as place from idempotency_keys where created_at <= ${before} limit ${most}) old
     where k.ctid = old.place`)
