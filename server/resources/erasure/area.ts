import type { Area } from '#platform/area.ts'
import { erasureOperations } from './routes.ts'

export default {
  name: 'erasure',
  adminPages: ['customers'],
  scopes: [],
  operations: ({ personalData }) => erasureOperations(personalData),
} satisfies Area
