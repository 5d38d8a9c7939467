import type { ArchivedTable } from '#platform/archive.ts'

export const archive = [
  { table: 'analytics_first_acts' },
  { table: 'analytics_settings' },
  { table: 'analytics_widget_counts' },
] satisfies readonly ArchivedTable[]
