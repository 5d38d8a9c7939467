import type { OrganizationTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { SecretFacts } from '#platform/storefront/facts.ts'

/** Returns the values from which the secret of a store is derived. Undefined for a store of another organization. */
export const find = (tx: OrganizationTx, storeEnvId: string): Promise<SecretFacts | undefined> =>
  tx.first<SecretFacts>(sql`
    select k.seed as secret_seed, k.previous_seed as previous_secret_seed, k.rotated_at as secret_rotated_at
      from stores s
      left join storefront_secrets k on k.store_env_id = s.id and k.organization_id = ${tx.organizationId}
     where s.organization_id = ${tx.organizationId} and s.id = ${storeEnvId}`)

/** Parallel rotations run one after the other. The second one then stores the first one's secret as the previous secret. */
export const rotate = (tx: OrganizationTx, storeEnvId: string, seed: string): Promise<number> =>
  tx.run(sql`
    insert into storefront_secrets (store_env_id, organization_id, seed, previous_seed, rotated_at)
    select s.id, s.organization_id, ${seed}, '', ${tx.now}::timestamptz
      from stores s
     where s.organization_id = ${tx.organizationId} and s.id = ${storeEnvId}
    on conflict (store_env_id)
      do update set seed = excluded.seed, previous_seed = storefront_secrets.seed, rotated_at = excluded.rotated_at`)
