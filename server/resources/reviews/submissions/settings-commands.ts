import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { reviewSettingsChanged } from './events.ts'
import { changeSettings } from './settings-rules.ts'
import type { ReviewSettings, ReviewSettingsChange } from './settings-schema.ts'
import * as store from './settings-store.ts'

export async function changeReviewSettings(tx: StoreTx, change: ReviewSettingsChange): Promise<ReviewSettings> {
  const before = await store.lockSettings(tx)
  const settings = changeSettings(before, change)
  await store.updateSettings(tx, settings)
  publish(tx, reviewSettingsChanged, { before, after: settings })
  invalidateStorefront(tx)
  return settings
}
