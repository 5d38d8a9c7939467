import type { OrganizationTx } from '#platform/db/db.ts'
import { trialDays, trialPlan } from './rules.ts'
import * as store from './store.ts'

/** Every new store begins on its own trial. */
export async function startTrial(tx: OrganizationTx, storeEnvId: string): Promise<void> {
  const trialEndsAt = new Date(tx.now.getTime() + trialDays * 86_400_000)
  await store.insert(tx, { storeEnvId, plan: trialPlan, status: 'trialing', trialEndsAt })
}

export const findSubscription = store.find
