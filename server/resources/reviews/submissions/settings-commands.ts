import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { changeSettings } from './settings-rules.ts'
import type { ReviewSettings, ReviewSettingsChange } from './settings-schema.ts'
import * as store from './settings-store.ts'

export async function changeReviewSettings(tx: StoreTx, change: ReviewSettingsChange): Promise<ReviewSettings> {
  const settings = changeSettings(await store.lockSettings(tx), change)
  await store.updateSettings(tx, settings)
  invalidateStorefront(tx)
  return settings
}
