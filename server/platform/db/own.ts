// The database for operations and jobs: only transactions of the caller's or payload's own store and organization.
import type { Party } from '../identity/caller.ts'
import type { OrganizationDb, StoreDb } from './db.ts'

type OwnScope = { organizationId: string; storeEnvId: string; by?: Party | undefined }

/** `storeEnvId` is empty outside store-level operations. The caller's access to the store was verified before. */
export function ownDb(db: StoreDb & OrganizationDb, own: OwnScope): StoreDb & OrganizationDb {
  const requireOwnStore = (asked: OwnScope) => {
    if (own.storeEnvId === '' || asked.storeEnvId !== own.storeEnvId) throw notOwn('store')
    requireOwnOrganization(asked.organizationId)
  }
  const requireOwnOrganization = (asked: string) => {
    if (asked !== own.organizationId) throw notOwn('organization')
  }
  return {
    async store(scope, mode, work, extra) {
      requireOwnStore(scope)
      return db.store({ by: own.by, ...scope }, mode, work, extra)
    },
    stream(kind, scope, more) {
      requireOwnStore(scope)
      return db.stream(kind, scope, more)
    },
    async organization(organizationId, mode, work) {
      requireOwnOrganization(organizationId)
      return db.organization(organizationId, mode, work)
    },
  }
}

/** This is a defect of ours, never a caller's mistake, so it becomes a 500. */
const notOwn = (what: string) => new Error(`An operation or job requested a transaction of another ${what}.`)
