import { sql } from './query.ts'

export const enterStore = (storeEnvId: string, organizationId: string) =>
  sql`select app.set_tenant(${storeEnvId}, ${organizationId})`

/** For a single query. The statement itself makes the transaction read-only. */
export const readStore = (storeEnvId: string, organizationId: string) =>
  sql`select app.read_store(${storeEnvId}, ${organizationId})`

export const enterOrganization = (organizationId: string) => sql`select app.set_organization(${organizationId})`

export const announceStorefronts = (channel: string, sender: string, storeEnvIds: readonly string[]) => sql`
  select pg_notify(${channel}, store || ' ' || ${sender}::text) from unnest(${storeEnvIds}::text[]) as changed(store)`
