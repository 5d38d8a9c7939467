import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

type Merge = { from: string; into: string }

/** A FAQ that already refers to both products is not changed. */
export const updateFaqs = (tx: StoreTx, { from, into }: Merge) =>
  tx.run(sql`
    update faq_products f set product_id = ${into}
     where f.store_env_id = ${tx.storeEnvId} and f.product_id = ${from}
       and not exists (select from faq_products o
                        where o.store_env_id = ${tx.storeEnvId} and o.faq_id = f.faq_id and o.product_id = ${into})`)

export const updateQuestions = (tx: StoreTx, { from, into }: Merge) =>
  tx.run(sql`
    update faq_questions set product_id = ${into}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and product_id = ${from}`)
