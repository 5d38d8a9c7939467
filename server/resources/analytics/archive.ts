import type { ArchivedTable } from '#platform/areas/archive.ts'
import { fillSubmittedAt } from './first-acts/store.ts'

export const archive = [
  { table: 'analytics_first_acts', without: ['submitted_at'], after: fillSubmittedAt },
  { table: 'analytics_settings' },
  { table: 'analytics_widget_counts' },
] satisfies readonly ArchivedTable[]
