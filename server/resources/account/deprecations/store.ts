import type { OrganizationTx, StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Notice } from './rules.ts'

export type Call = { item: string; caller: string; name: string; lastSeenAt: string }

export const listCalls = (tx: OrganizationTx, since: Date) =>
  tx.all<Call>(sql`
    select d.item, d.caller, coalesce(min(k.name), d.caller) as name, max(coalesce(d.last_seen_at, d.day::timestamptz)) as "lastSeenAt"
      from deprecated_calls d
      left join api_keys k on k.organization_id = ${tx.organizationId} and d.caller = 'key:' || k.id::text
     where d.organization_id = ${tx.organizationId} and d.day >= ${since.toISOString().slice(0, 10)}::date
     group by d.item, d.caller order by 4 desc, d.caller limit 1000`)

export type Endpoint = { id: string; url: string; lastSeenAt: string | null }

export const listEndpoints = (tx: StoreTx) =>
  tx.all<Endpoint>(sql`
    select w.id, w.url,
           (select d.created_at from webhook_deliveries d
             where d.store_env_id = ${tx.storeEnvId} and d.endpoint_id = w.id order by d.created_at desc, d.id desc limit 1) as "lastSeenAt"
      from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and w.enabled and w.shop_connection_id is null
       and (w.maker_id is null or app.is_maker_active(w.made_by, w.maker_id, w.store_env_id, ${tx.now}))
     order by w.created_at, w.id limit 100`)

export const listStores = (tx: OrganizationTx) =>
  tx.all<{ id: string }>(sql`
    select s.id from stores s where s.organization_id = ${tx.organizationId} order by s.id`)

export const listNotices = (tx: OrganizationTx, item: string) =>
  tx.all<Notice>(sql`
    select n.sent_at as "sentAt", n.is_final as "isFinal" from deprecation_notices n
     where n.organization_id = ${tx.organizationId} and n.item = ${item}`)

export const insertNotice = (tx: OrganizationTx, item: string, isFinal: boolean) =>
  tx.run(sql`
    insert into deprecation_notices (organization_id, item, sent_at, is_final)
    values (${tx.organizationId}, ${item}, ${tx.now}, ${isFinal})
    on conflict do nothing`)

export const listOrganizations = (tx: SystemTx, after: string, limit: number) =>
  tx.all<{ id: string }>(sql`
    select o.id from organizations o where o.id > ${after} order by o.id limit ${limit}`)
