import type { ArchivedTable } from '#platform/archive.ts'

export const archive = [
  { table: 'placements', type: 'placement' },
  { table: 'placement_products' },
  { table: 'placement_categories' },
] satisfies readonly ArchivedTable[]
