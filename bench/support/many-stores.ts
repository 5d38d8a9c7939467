import type { Client } from 'pg'

/** SQL for the id of row `i`. `kind` is a digit that differs for each table. */
export const idsOf = (kind: string) => `('0000000${kind}-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid`

/** Inserts organizations (kind 1), each with one store (kind 2). */
export async function insertStores(client: Client, size: number): Promise<void> {
  const rows = `generate_series(1, ${size}) i`
  await client.query(`
    insert into organizations (id, name, created_at) select ${idsOf('1')}, 'O' || i, now() from ${rows};
    insert into stores (id, organization_id, name, created_at) select ${idsOf('2')}, ${idsOf('1')}, 'S' || i, now() from ${rows}`)
}
