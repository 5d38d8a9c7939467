import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import type { Storage } from '#platform/files/storage/storage.ts'
import { openTarget } from '../target/commands.ts'
import type { Backup } from './schema.ts'

export type Place = { storage: Storage; close(): void }

/** Thrown for a storage location that cannot be used. It is not retried, because the result would be the same. */
export class RefusedPlace extends Error {
  readonly problem: NonNullable<Backup['error']>
  constructor(code: string, message: string) {
    super(message)
    this.problem = { code, message }
  }
}

/** Opens the storage of this location. A null location means the service's own storage. Close it after use. */
export async function openPlace(
  { db, services }: { db: StoreDb; services: Services },
  { storeEnvId, organizationId }: StoreScope,
  location: string | null,
): Promise<Place> {
  if (location === null) return { storage: services.storage, close() {} }
  const target = await openTarget(db, services, { storeEnvId, organizationId })
  if (target?.location === location) return { storage: target.storage, close: () => target.storage.close() }
  target?.storage.close()
  throw new RefusedPlace('backup_target_failed', "The bucket is no longer the store's target.")
}
