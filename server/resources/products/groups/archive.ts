import type { ArchivedTable } from '#platform/areas/archive.ts'
import { NewProductGroup } from './schema.ts'

export const archive = [
  {
    table: 'product_groups',
    type: 'product_group',
    columns: { name: { ...NewProductGroup.properties.name, maxLength: 255 } },
  },
  { table: 'product_group_members', without: ['s1', 's2', 's3', 's4', 's5'] },
  { table: 'product_group_settings' },
  { table: 'product_group_overflows' },
] satisfies readonly ArchivedTable[]
