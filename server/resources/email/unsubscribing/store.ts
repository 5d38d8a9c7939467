import { type Query, sql } from '#platform/db/query.ts'

export type Shop = { storeEnvId: string; organizationId: string; storeName: string }

/** Runs before the tenant is known. The link's signature is already verified. */
export const findStore = (storeEnvId: string): Query<Omit<Shop, 'storeEnvId'>> => sql`
    select f.organization_id as "organizationId", f.store_name as "storeName" from app.find_store(${storeEnvId}::uuid) f`
