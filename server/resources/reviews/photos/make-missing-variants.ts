import { forEveryStore } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { enqueueVariants } from './commands.ts'
import { listWithoutVariants } from './store.ts'

const photosPerNight = 2000

export const makeMissingVariants = (ctx: CrossJobContext): Promise<void> =>
  forEveryStore(ctx, (scope) =>
    ctx.db.store(scope, 'write', async (tx) => enqueueVariants(tx, await listWithoutVariants(tx, photosPerNight))),
  )
