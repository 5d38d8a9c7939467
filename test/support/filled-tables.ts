// Fills tables in bulk, bypassing the API, to test behavior that appears only with many rows.
import type { Shop, TestService } from '#test/service.ts'

const id = (kind: number, n: string) =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

export const fillCustomers = (service: TestService, { storeEnvId }: Shop, count: number) =>
  service.query(`
    insert into customers (store_env_id, id, email, name, created_at, updated_at)
      select '${storeEnvId}', gen_random_uuid(), gen_random_uuid() || '@example.com', 'Ann ' || n, now(), now()
        from generate_series(1, ${count}) n`)

/** Imports reviews and approves them in bulk. The planner's statistics are older than the approval. */
export const fillApprovedUnseen = async (
  service: TestService,
  { storeEnvId }: Shop,
  { products, reviews }: { products: number; reviews: number },
) => {
  // Alone, because Citus sends the whole text of an ALTER TABLE to the workers.
  await service.query('alter table reviews set (autovacuum_enabled = false)')
  await service.query(`
    insert into products (store_env_id, id, platform_product_id, title, url, created_at, updated_at)
      select '${storeEnvId}', ${id(3, 'n')}, 'p' || n, 'P', 'https://shop.example.com/' || n, now(), now() from generate_series(1, ${products}) n;
    insert into product_variants (store_env_id, id, product_id, platform_variant_id, position, created_at, updated_at)
      select store_env_id, gen_random_uuid(), id, platform_product_id, 0, now(), now() from products;
    insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, created_at, updated_at)
      select '${storeEnvId}', gen_random_uuid(), ${id(3, `1 + n % ${products}`)}, 1 + n / ${products} % 5,
             case when n % 101 = 0 then ' ' else repeat('A fine thing. ', 20) end, 'Ana', 'pending', 'import', now(), now(), now()
        from generate_series(1, ${reviews}) n;
    analyze reviews;
    update reviews set status = 'approved', approved_at = updated_at;`)
}

export const fillPending = (service: TestService, { storeEnvId }: Shop, reviews: number) =>
  service.query(`
    insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, created_at, updated_at)
      select '${storeEnvId}', gen_random_uuid(), ${id(3, '1')}, 5, 'New', 'Ana', 'pending', 'import',
             now() + interval '1 hour', now(), now()
        from generate_series(1, ${reviews}) n`)
