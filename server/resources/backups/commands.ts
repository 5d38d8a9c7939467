import type { Readable } from 'node:stream'
import type { AreaArchive } from '#platform/areas/area.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { signBeforeArchiving } from '#resources/evidence/heads/commands.ts'
import { archiveName } from './rules.ts'
import { readStore } from './store.ts'
import { writeArchive } from './write-archive.ts'

type ArchiveOptions = { areas: readonly AreaArchive[]; withAddresses: boolean }

export async function archiveStore(
  db: StoreDb,
  services: Services,
  audit: Audit,
  scope: StoreScope,
  { areas, withAddresses }: ArchiveOptions,
): Promise<{ content: Readable; fileName: string }> {
  const stream = db.stream('export', scope)
  try {
    const store = await db.store(scope, 'write', async (tx) => {
      const found = await readStore(tx)
      if (!found) throw notFound('store')
      await audit(tx, 'archive.exported', { type: 'store', id: scope.storeEnvId }, { addresses: withAddresses })
      return found
    })
    await signBeforeArchiving({ db, secrets: services.secrets }, scope)
    const content = writeArchive(stream, services, { areas, store, withAddresses })
    return { content, fileName: archiveName(store.name, services.clock.now()) }
  } catch (error) {
    stream.leave()
    throw error
  }
}
