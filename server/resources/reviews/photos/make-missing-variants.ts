import type { StoreScope } from '#platform/db/db.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { enqueueVariants } from './commands.ts'
import { listWithoutVariants } from './store.ts'

const photosPerNight = 2000

export const makeMissingVariants = ({ db, now }: CrossJobContext, scope: StoreScope): Promise<Date | undefined> =>
  db.store(
    scope,
    'write',
    async (tx) => {
      const photoIds = await listWithoutVariants(tx, photosPerNight)
      await enqueueVariants(tx, photoIds)
      return photoIds.length > 0 ? now : undefined
    },
    { isUpkeep: true },
  )
