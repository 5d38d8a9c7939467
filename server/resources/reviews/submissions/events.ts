import { internalEvent } from '#platform/areas/events.ts'
import type { ReviewSettings } from './settings-schema.ts'

export const reviewSettingsChanged = internalEvent<{ before: ReviewSettings; after: ReviewSettings }>(
  'reviews.settings_changed',
)
