import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import { newId } from '#platform/values/ids.ts'
import type { Note } from './notes.ts'
import type { CheckedState } from './rules.ts'
import type { RecordStatus, Status } from './schema.ts'

export type KeyRow = {
  id: string
  selector: string
  public_key: string
  state: 'active' | 'next' | 'retired'
  retired_at: string | null
}

/**
 * The name servers' findings for one record. Findings that were stored without a note's code get the code with the next
 * check.
 */
export type Finding = { status: RecordStatus; found: string[]; checkedAt: string; host?: string } & Pick<Note, 'note'> &
  Partial<Note>
export type Findings = Record<string, Finding | undefined>

export type DomainRow = {
  id: string | null
  store_name: string | null
  branding_name: string | null
  subscription: SubscriptionFacts
  from_name: string | null
  reply_to: string | null
  domain: string | null
  from_local: string | null
  status: Status | null
  return_path_ok: boolean | null
  findings: Findings | null
  checked_at: string | null
  verified_at: string | null
  failing_since: string | null
  next_check_at: string | null
  keys: KeyRow[] | null
}

const subscription = sql.raw(`json_build_object('plan', p.plan, 'status', p.status, 'trialEndsAt', p.trial_ends_at,
  'currentPeriodEndsAt', p.current_period_ends_at, 'pastDueSince', p.past_due_since) as subscription`)

/** Reads everything in one statement, but never a private key. */
export async function find(tx: StoreTx): Promise<DomainRow> {
  const row = await tx.first<DomainRow>(sql`
    select d.id, s.name as store_name, b.sender_name as branding_name, d.from_name, d.reply_to, d.domain, d.from_local,
           d.status, d.return_path_ok, d.findings, d.checked_at, d.verified_at, d.failing_since, d.next_check_at, k.keys,
           ${subscription}
      from (select ${tx.storeEnvId}::uuid as id) asked
      left join stores s on s.id = asked.id
      left join subscriptions p on p.store_env_id = ${tx.storeEnvId}
      left join sending_domains d on d.store_env_id = ${tx.storeEnvId}
      left join email_branding b on b.store_env_id = ${tx.storeEnvId}
      left join lateral (
        select json_agg(json_build_object('id', k.id, 'selector', k.selector, 'public_key', k.public_key, 'state', k.state,
                                          'retired_at', k.retired_at) order by k.created_at, k.id) as keys
          from sending_keys k where k.store_env_id = ${tx.storeEnvId} and k.domain_id = d.id) k on true`)
  if (!row) throw new Error('A select from one row returned none.')
  return row
}

export type SenderRow = Pick<
  DomainRow,
  | 'store_name'
  | 'branding_name'
  | 'subscription'
  | 'from_name'
  | 'reply_to'
  | 'domain'
  | 'from_local'
  | 'return_path_ok'
> & { store_name: string; key_id: string | null; selector: string | null; private_key: Buffer | null }

/** Returns a key only for a verified domain. */
export async function findSender(tx: StoreTx): Promise<SenderRow> {
  const row = await tx.first<SenderRow>(sql`
    select s.name as store_name, b.sender_name as branding_name, d.from_name, d.reply_to, d.domain, d.from_local,
           d.return_path_ok, k.id as key_id, k.selector, k.private_key, ${subscription}
      from stores s
      left join subscriptions p on p.store_env_id = ${tx.storeEnvId}
      left join sending_domains d on d.store_env_id = ${tx.storeEnvId}
      left join email_branding b on b.store_env_id = ${tx.storeEnvId}
      left join sending_keys k on k.store_env_id = ${tx.storeEnvId} and k.domain_id = d.id and k.state = 'active'
                              and d.status = 'verified'
     where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)
  if (!row) throw new Error('The store of this transaction was deleted.')
  return row
}

/** Inserts the row if missing; the second of two concurrent calls waits for the first. */
export async function lock(tx: StoreTx): Promise<void> {
  await tx.run(sql`
    insert into sending_domains (store_env_id, id, created_at, updated_at)
    values (${tx.storeEnvId}, ${newId(tx.now.getTime())}, ${tx.now}, ${tx.now})
    on conflict on constraint sending_domains_once do nothing`)
  await tx.first(sql`select d.id from sending_domains d where d.store_env_id = ${tx.storeEnvId} for update`)
}

export const updateSettings = (tx: StoreTx, row: { fromName: string | null; replyTo: string | null }) =>
  tx.run(sql`
    update sending_domains d set from_name = ${row.fromName}, reply_to = ${row.replyTo}, updated_at = ${tx.now}
     where d.store_env_id = ${tx.storeEnvId}`)

export const updateLocalPart = (tx: StoreTx, fromLocal: string) =>
  tx.run(sql`
    update sending_domains d set from_local = ${fromLocal}, updated_at = ${tx.now} where d.store_env_id = ${tx.storeEnvId}`)

export const updateDomain = (
  tx: StoreTx,
  row: { domain: string | null; fromLocal: string | null; status: Status; nextCheckAt: Date | null },
) =>
  tx.run(sql`
    update sending_domains d
       set domain = ${row.domain}, from_local = ${row.fromLocal}, status = ${row.status}, return_path_ok = false,
           findings = '{}', checked_at = null, verified_at = null, failing_since = ${row.domain === null ? null : tx.now},
           next_check_at = ${row.nextCheckAt}, updated_at = ${tx.now}
     where d.store_env_id = ${tx.storeEnvId}`)

export const updateChecked = (tx: StoreTx, findings: Findings, returnPathOk: boolean, next: CheckedState) =>
  tx.run(sql`
    update sending_domains d
       set status = ${next.status}, return_path_ok = ${returnPathOk}, findings = ${JSON.stringify(findings)}::jsonb,
           checked_at = ${tx.now}, verified_at = ${next.verifiedAt}, failing_since = ${next.failingSince},
           next_check_at = ${next.nextCheckAt}, updated_at = ${tx.now}
     where d.store_env_id = ${tx.storeEnvId}`)

export const updateNextCheck = (tx: StoreTx, nextCheckAt: Date) =>
  tx.run(sql`update sending_domains d set next_check_at = ${nextCheckAt} where d.store_env_id = ${tx.storeEnvId}`)

export const insertKey = (
  tx: StoreTx,
  key: {
    id: string
    domainId: string
    selector: string
    publicKey: string
    privateKey: Buffer
    state: 'active' | 'next'
  },
) =>
  tx.run(sql`
    insert into sending_keys (store_env_id, id, domain_id, selector, public_key, private_key, state, created_at)
    values (${tx.storeEnvId}, ${key.id}, ${key.domainId}, ${key.selector}, ${key.publicKey}, ${key.privateKey}, ${key.state}, ${tx.now})`)

/** Destroys the old key in the transaction in which the new one starts to sign. */
export async function promoteKey(tx: StoreTx): Promise<void> {
  await tx.run(sql`
    update sending_keys k set state = 'retired', private_key = null, retired_at = ${tx.now}
     where k.store_env_id = ${tx.storeEnvId} and k.state = 'active'`)
  await tx.run(sql`
    update sending_keys k set state = 'active' where k.store_env_id = ${tx.storeEnvId} and k.state = 'next'`)
}

export const deleteKeys = (tx: StoreTx) =>
  tx.run(sql`delete from sending_keys k where k.store_env_id = ${tx.storeEnvId}`)

export const deleteRetiredBefore = (tx: StoreTx, before: Date) =>
  tx.run(sql`
    delete from sending_keys k
     where k.store_env_id = ${tx.storeEnvId} and k.state = 'retired' and k.retired_at < ${before}`)

/**
 * Returns true if the domain now belongs to this store, or false if it belongs to another. The other store is not visible
 * here.
 */
export async function claim(tx: StoreTx, domain: string): Promise<boolean> {
  await tx.run(sql`
    delete from sending_domain_claims c where c.store_env_id = ${tx.storeEnvId} and c.domain <> ${domain}`)
  await tx.run(sql`
    insert into sending_domain_claims (store_env_id, domain, claimed_at) values (${tx.storeEnvId}, ${domain}, ${tx.now})
    on conflict do nothing`)
  const own = await tx.first<{ domain: string }>(sql`
    select c.domain from sending_domain_claims c where c.store_env_id = ${tx.storeEnvId}`)
  return own?.domain === domain
}

export const release = (tx: StoreTx) =>
  tx.run(sql`delete from sending_domain_claims c where c.store_env_id = ${tx.storeEnvId}`)
