// Creates missing webhooks at the platform and enables disabled ones. The connection shows which webhooks could not be
// created.
import { ShopFailure } from '#integrations/shops/shop.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { openShop } from './opening.ts'
import * as store from './store.ts'
import { shopTools } from './tools.ts'

export const hooksJob = 'shops.make_hooks'

export type HooksWanted = { storeEnvId: string; organizationId: string; connectionId: string; anew: boolean }

export const enqueueHooks = (tx: StoreTx, connectionId: string, { anew }: Pick<HooksWanted, 'anew'>) =>
  enqueue(
    tx,
    hooksJob,
    { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, connectionId, anew } satisfies HooksWanted,
    { maxAttempts: 8 },
  )

export async function makeHooks(ctx: JobContext, { connectionId, anew, ...scope }: HooksWanted): Promise<void> {
  const tools = shopTools(ctx.services, { signal: ctx.stopping })
  try {
    const opened = await openShop(ctx, scope, connectionId, tools)
    if (!opened || opened.row.status === 'installing') return
    const { shop } = opened
    try {
      const found = anew ? undefined : await shop.findHooks()
      const { missing } = found && found.missing.length === 0 ? found : await shop.repairHooks().catch(orWhatIsMissing)
      await ctx.db.store(scope, 'write', (tx) => store.updateHooks(tx, connectionId, missing))

      /** Read-only credentials cannot create webhooks. The nightly job tries again, and everything else works. */
      async function orWhatIsMissing(error: unknown) {
        if (error instanceof ShopFailure && error.code === 'credentials_refused') return await shop.findHooks()
        throw error
      }
    } finally {
      await shop.close?.()
    }
  } catch (error) {
    // The credentials are rejected for all calls. The next sync reports this at the connection.
    if (error instanceof ShopFailure && error.code === 'credentials_refused') return
    throw error
  }
}
