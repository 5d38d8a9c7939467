import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { type FactsRow, factColumns, joinOrder } from '../runs/fact-store.ts'
import { joinMail, type MailRow, mailColumns } from '../runs/store.ts'

/**
 * The review's id is null as an expression, not as a constant. With a constant the planner would prove the join empty,
 * and Citus would not send the statement to a worker.
 */
const selectTriedRun = (tx: StoreReads, orderId: string, factAt: Date) => sql`
  (select b.id, b.email, b.platform_order_id, nullif(b.id, b.id) as review_id, ${factAt}::timestamptz as fact_at
     from orders b where b.store_env_id = ${tx.storeEnvId} and b.id = ${orderId}) r`

export const findFacts = (tx: StoreReads, orderId: string, factAt: Date, products: readonly string[]) =>
  tx.first<FactsRow>(
    sql`select ${factColumns(tx, products)} from ${selectTriedRun(tx, orderId, factAt)} ${joinOrder(tx)}`,
  )

export const findMail = (tx: StoreReads, orderId: string) =>
  tx.first<MailRow>(sql`select r.id, ${mailColumns(tx)} from ${selectTriedRun(tx, orderId, tx.now)} ${joinMail(tx)}`)
