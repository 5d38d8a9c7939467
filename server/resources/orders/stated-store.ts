import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { folded } from './store.ts'

export type NewStatedOrder = {
  id: string
  platformOrderId: string
  email: string
  name: string | null
  locale: string | null
  acceptsMarketing: boolean | null
  dueAt: Date
}

export function insert(tx: StoreTx, orders: readonly NewStatedOrder[]) {
  const column = <T>(read: (order: NewStatedOrder) => T): T[] => orders.map(read)
  return tx.all<{ id: string; platformOrderId: string }>(sql`
    insert into orders (store_env_id, id, platform_order_id, order_number, order_number_folded, email, customer_name,
                        customer_name_folded, customer_last_name_folded, placed_at, locale, accepts_marketing, stated_at,
                        created_at, updated_at)
    select ${tx.storeEnvId}, r.id, r.platform_order_id, r.order_number, ${folded.order_number_folded}, r.email, r.customer_name,
           ${folded.customer_name_folded}, ${folded.customer_last_name_folded}, r.due_at, r.locale, r.accepts_marketing, ${tx.now},
           ${tx.now}, ${tx.now}
      from unnest(${column((order) => order.id)}::uuid[], ${column((order) => order.platformOrderId)}::text[],
                  ${column(() => null)}::text[], ${column((order) => order.email)}::text[],
                  ${column((order) => order.name)}::text[], ${column((order) => order.dueAt)}::timestamptz[],
                  ${column((order) => order.locale)}::text[], ${column((order) => order.acceptsMarketing)}::boolean[])
             r(id, platform_order_id, order_number, email, customer_name, due_at, locale, accepts_marketing)
    on conflict on constraint orders_platform_id_once do nothing
    returning id, platform_order_id as "platformOrderId"`)
}
