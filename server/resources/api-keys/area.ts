import type { Area } from '#platform/area.ts'
import { apiKeyOperations } from './routes.ts'

export default {
  name: 'api-keys',
  adminPages: ['settings/api-keys'],
  operations: ({ scopes }) => apiKeyOperations(scopes),
} satisfies Area
