import { publish } from '#platform/areas/events.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { reviewSettingsChanged } from './events.ts'
import { changedSettings, changeSettings } from './settings-rules.ts'
import type { ReviewSettings, ReviewSettingsChange } from './settings-schema.ts'
import * as store from './settings-store.ts'

export const readReviewSettings = (tx: StoreReads): Promise<ReviewSettings> => store.findSettings(tx)

type ChangedSettings = { settings: ReviewSettings; changed: ReviewSettingsChange }

/** `changed` is empty if no value differs. */
export async function changeReviewSettings(tx: StoreTx, change: ReviewSettingsChange): Promise<ChangedSettings> {
  const before = await store.lockSettings(tx)
  const settings = changeSettings(before, change)
  await store.updateSettings(tx, settings)
  publish(tx, reviewSettingsChanged, { before, after: settings })
  invalidateStorefront(tx)
  return { settings, changed: changedSettings(before, settings) }
}
