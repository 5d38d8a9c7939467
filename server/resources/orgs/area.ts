import type { Area } from '#platform/area.ts'
import organization from './routes.ts'

export default {
  name: 'orgs',
  operations: organization,
} satisfies Area
