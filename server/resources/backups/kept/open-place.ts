import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import type { Storage } from '#platform/files/storage/storage.ts'
import { openTarget } from '../target/commands.ts'
import type { Backup } from './schema.ts'

export type Place = { storage: Storage; close(): void }

/** Not to be tried again: the same would come of it. */
export class Refused extends Error {
  readonly problem: NonNullable<Backup['error']>
  constructor(code: string, message: string) {
    super(message)
    this.problem = { code, message }
  }
}

/** Where a backup of this location lies: with the service when it is null. To be closed. */
export async function openPlace(
  { db, services }: { db: StoreDb; services: Services },
  { storeEnvId, organizationId }: StoreScope,
  location: string | null,
): Promise<Place> {
  if (location === null) return { storage: services.storage, close() {} }
  const target = await openTarget(db, services, { storeEnvId, organizationId })
  if (target?.location === location) return { storage: target.storage, close: () => target.storage.close() }
  target?.storage.close()
  throw new Refused('backup_target_failed', 'The bucket is not the target of the store any more.')
}
