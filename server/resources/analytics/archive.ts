import type { ArchivedTable } from '#platform/archive.ts'
import { submittedAtOf } from './moderation/store.ts'

export const archive = [
  {
    table: 'analytics_first_acts',
    made: { submitted_at: submittedAtOf },
  },
  { table: 'analytics_settings' },
  { table: 'analytics_widget_counts' },
] satisfies readonly ArchivedTable[]
