import type { StoreScope, StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { Notice } from './rules.ts'

export const storesPerPage = 500

export const listDue = (tx: SystemTx, after: string) =>
  tx.all<StoreScope>(sql`
    select store_env_id as "storeEnvId", organization_id as "organizationId" from subscriptions
     where next_step_at <= ${tx.now} and store_env_id > ${after} order by store_env_id limit ${storesPerPage}`)

export const updateNextStep = (tx: StoreTx, at: Date | undefined) =>
  tx.run(sql`
    update subscriptions set next_step_at = coalesce(${at ?? null}::timestamptz, '9999-01-01')
     where store_env_id = ${tx.storeEnvId}`)

/**
 * Stored in place of a user id for a notice to the organization's invoice address. If an owner has the same address,
 * only the owner gets the notice.
 */
const billingAddress = 'billing-email'

/**
 * Adds this notice for each owner and for the invoices' address. Existing notices stay unchanged. Returns the recipients of
 * new notices.
 */
export async function insertNotice(tx: StoreTx, { kind, about }: Notice): Promise<string[]> {
  const recipients = await tx.all<{ userId: string }>(sql`
    select m.user_id as "userId" from memberships m
     where m.organization_id = ${tx.organizationId} and m.role = 'OWNER' and m.active
    union all
    select ${billingAddress}::text from organizations o
     where o.id = ${tx.organizationId} and o.billing_email is not null
       and not exists (select from memberships m
                        where m.organization_id = ${tx.organizationId} and m.role = 'OWNER' and m.active
                          and lower(m.email) = lower(o.billing_email))
     order by 1`)
  const rows = recipients.map(({ userId }) => ({ user_id: userId, id: newId(tx.now.getTime()) }))
  const added = await tx.all<{ userId: string }>(sql`
    insert into billing_notices (store_env_id, id, kind, about, user_id, created_at)
    select ${tx.storeEnvId}, o.id, ${kind}, ${about}, o.user_id, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(id uuid, user_id text)
    on conflict (store_env_id, kind, about, user_id) do nothing returning user_id as "userId"`)
  return added.map(({ userId }) => userId)
}

export type Recipient = { email: string; storeName: string }

/**
 * Returns undefined if the notice was sent, if the person is no longer an owner, or if the organization no longer has an
 * invoice address.
 */
export const findRecipient = (tx: StoreTx, { kind, about }: Notice, userId: string) =>
  tx.first<Recipient>(sql`
    select r.email, s.name as "storeName"
      from billing_notices n
      join (select m.user_id, m.email from memberships m
             where m.organization_id = ${tx.organizationId} and m.role = 'OWNER' and m.active
            union all
            select ${billingAddress}::text, o.billing_email from organizations o
             where o.id = ${tx.organizationId} and o.billing_email is not null) r on r.user_id = n.user_id
      join stores s on s.id = ${tx.storeEnvId}
     where n.store_env_id = ${tx.storeEnvId} and n.kind = ${kind} and n.about = ${about} and n.user_id = ${userId}
       and n.sent_at is null`)

export const markSent = (tx: StoreTx, { kind, about }: Notice, userId: string) =>
  tx.run(sql`
    update billing_notices set sent_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and kind = ${kind} and about = ${about} and user_id = ${userId}`)
