import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import type { LeadRow } from '../leads/rules.ts'
import * as leads from '../leads/store.ts'

/** Runs before the tenant is known; the link's signature proves the id. */
export const findShop = (storeEnvId: string): Query<{ organizationId: string }> => sql`
    select f.organization_id as "organizationId" from app.find_store(${storeEnvId}::uuid) f`

export type ConfirmationFacts = { lead: LeadRow; storeName: string; origins: string[] }

export async function find(tx: StoreTx, id: string): Promise<ConfirmationFacts | undefined> {
  const lead = await leads.findById(tx, id)
  const shop = await tx.first<{ name: string; origins: string[] }>(
    sql`select s.name, s.origins from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`,
  )
  return lead && shop && { lead, storeName: shop.name, origins: shop.origins }
}
