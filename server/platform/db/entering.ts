import type { Party } from '../identity/caller.ts'
import { type Query, sql } from './query.ts'

/** A statement that also sets the tenant, and the check of its rows. The check returns the store's organization. */
export type Entry = {
  query: Query<unknown>
  /** The statement makes the transaction read-only, so a single query needs no BEGIN and COMMIT. */
  isReadOnly?: boolean
  admit: (rows: Record<string, unknown>[]) => Admission | Promise<Admission>
}
type Admission = { organizationId: string; by?: Party | undefined }

export const enterStore = (storeEnvId: string, organizationId: string) =>
  sql`select app.set_tenant(${storeEnvId}, ${organizationId})`

/** For a single query. The statement itself makes the transaction read-only. */
export const readStore = (storeEnvId: string, organizationId: string) =>
  sql`select app.read_store(${storeEnvId}, ${organizationId})`

export const enterOrganization = (organizationId: string) => sql`select app.set_organization(${organizationId})`

export const announceStorefronts = (channel: string, sender: string, storeEnvIds: readonly string[]) => sql`
  select pg_notify(${channel}, store || ' ' || ${sender}::text) from unnest(${storeEnvIds}::text[]) as changed(store)`
