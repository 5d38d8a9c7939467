import type { OrganizationTx, StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type ClosingState = { name: string; deletesAt: string | null; began: boolean }

/**
 * Locks the organization until the transaction ends, so a concurrent creation of a key or store finishes first or waits.
 */
export const lock = (tx: OrganizationTx) =>
  tx.first<ClosingState>(sql`
    select o.name, o.deletes_at as "deletesAt", o.deletion_began_at is not null as began
      from organizations o where o.id = ${tx.organizationId} for update`)

export const close = (tx: OrganizationTx, deletesAt: Date | null) =>
  tx.run(sql`update organizations set deletes_at = ${deletesAt} where id = ${tx.organizationId}`)

export const listStores = (tx: OrganizationTx) =>
  tx.all<{ id: string }>(sql`select s.id from stores s where s.organization_id = ${tx.organizationId} order by s.id`)

export const deleteTransfer = (tx: OrganizationTx) =>
  tx.run(sql`delete from ownership_transfers where organization_id = ${tx.organizationId}`)

/** An organization returned here can no longer undo its deletion. It is returned again after a crash. */
export async function beginNext(tx: SystemTx, except: readonly string[]): Promise<string | undefined> {
  const row = await tx.first<{ id: string }>(sql`
    update organizations set deletion_began_at = coalesce(deletion_began_at, ${tx.now})
     where id = (select o.id from organizations o where o.deletes_at <= ${tx.now} and o.id <> all (${[...except]}::uuid[])
                  order by o.deletes_at, o.id limit 1)
       and deletes_at <= ${tx.now}
    returning id`)
  return row?.id
}

export async function deleteRows(tx: StoreTx, most: number): Promise<number> {
  const row = await tx.first<{ removed: number }>(
    sql`select app.remove_rows_of_store(${tx.storeEnvId}, ${most}) as removed`,
  )
  return row?.removed ?? 0
}

/**
 * Records former members, because only the database role for sign-ins can check later whether they belong to other
 * organizations.
 */
export async function deleteOrganization(tx: SystemTx, id: string): Promise<void> {
  await tx.run(sql`
    insert into departed_users (user_id) select m.user_id from memberships m where m.organization_id = ${id}
    on conflict (user_id) do nothing`)
  await tx.run(sql`delete from organizations where id = ${id} and deletion_began_at is not null`)
}

export type FormerMember = { userId: string; belongs: boolean }

export const listDeparted = (tx: SystemTx, limit: number) =>
  tx.all<FormerMember>(sql`
    select d.user_id as "userId", exists (select from memberships m where m.user_id = d.user_id) as belongs
      from departed_users d order by d.user_id limit ${limit}`)

export const deleteDeparted = (tx: SystemTx, userIds: readonly string[]) =>
  tx.run(sql`delete from departed_users where user_id = any(${[...userIds]}::text[])`)
