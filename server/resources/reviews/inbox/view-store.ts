// SQL of saved views. Statements for a person filter by that person, so no one reads or changes another person's views.

import { listNewest, type Page, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { ReviewView } from './view-schema.ts'

type Row = {
  id: string
  name: string
  filter: ReviewView['filter']
  isDefault: boolean
  created_at: string
  updatedAt: string
}

const columns = sql<Row>`
  v.id, v.name, v.filter, v.is_default as "isDefault", v.created_at, v.updated_at as "updatedAt"`

const ofPerson = (tx: StoreTx, userId: string) =>
  sql`review_views v where v.store_env_id = ${tx.storeEnvId} and v.user_id = ${userId}`

const toView = ({ created_at: createdAt, ...row }: Row): ReviewView => ({ ...row, createdAt })

export const list = (tx: StoreTx, userId: string, request: PageRequest): Promise<Page<ReviewView>> =>
  listNewest<Row, ReviewView>(tx, request, { columns, from: ofPerson(tx, userId), table: 'v' }, toView)

export async function lock(tx: StoreTx, userId: string, id: string): Promise<ReviewView | undefined> {
  const row = await tx.first<Row>(sql`select ${columns} from ${ofPerson(tx, userId)} and v.id = ${id} for update`)
  return row && toView(row)
}

/** Locks the person's list, so that two parallel calls cannot exceed the limit or set two defaults. */
export const lockPerson = (tx: StoreTx, userId: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`review views ${tx.storeEnvId} ${userId}`}::text, 0))`)

export const countAll = async (tx: StoreTx, userId: string): Promise<number> =>
  (await tx.first<{ count: number }>(sql`select count(*) as count from ${ofPerson(tx, userId)}`))?.count ?? 0

export const updateNoDefault = (tx: StoreTx, userId: string) =>
  tx.run(sql`
    update review_views set is_default = false, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and user_id = ${userId} and is_default`)

type ViewFields = Pick<ReviewView, 'id' | 'name' | 'filter' | 'isDefault'>

export const insert = (tx: StoreTx, userId: string, { id, name, filter, isDefault }: ViewFields) =>
  tx.run(sql`
    insert into review_views (store_env_id, id, user_id, name, filter, is_default, created_at, updated_at)
    values (${tx.storeEnvId}, ${id}, ${userId}, ${name}, ${JSON.stringify(filter)}::jsonb, ${isDefault}, ${tx.now}, ${tx.now})`)

export const update = (tx: StoreTx, userId: string, { id, name, filter, isDefault }: ViewFields) =>
  tx.run(sql`
    update review_views
       set name = ${name}, filter = ${JSON.stringify(filter)}::jsonb, is_default = ${isDefault}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and user_id = ${userId} and id = ${id}`)

export const deleteView = (tx: StoreTx, userId: string, id: string): Promise<number> =>
  tx.run(sql`
    delete from review_views where store_env_id = ${tx.storeEnvId} and user_id = ${userId} and id = ${id}`)

/** Locks the views of all people until the transaction ends. */
export const lockAll = (tx: StoreTx) =>
  tx.all<Pick<ReviewView, 'id' | 'name' | 'filter'>>(sql`
    select v.id, v.name, v.filter from review_views v where v.store_env_id = ${tx.storeEnvId} order by v.id for update`)

export const updateWords = (tx: StoreTx, { id, name, filter }: Pick<ReviewView, 'id' | 'name' | 'filter'>) =>
  tx.run(sql`
    update review_views set name = ${name}, filter = ${JSON.stringify(filter)}::jsonb, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const deleteByUsers = (tx: StoreTx, userIds: readonly string[]) =>
  tx.run(sql`
    delete from review_views where store_env_id = ${tx.storeEnvId} and user_id = any(${userIds}::text[])`)
