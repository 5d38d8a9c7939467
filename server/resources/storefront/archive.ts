import type { ArchivedTable } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { toSettings } from './settings/rules.ts'
import { PlacementChange } from './settings/schema.ts'

let check: ReturnType<typeof checker> | undefined

export const archive = [
  {
    table: 'storefront_settings',
    restored({ settings }) {
      check ??= checker(PlacementChange, 'settings')
      return { settings: toSettings(check(settings) as PlacementChange) }
    },
  },
] satisfies readonly ArchivedTable[]
