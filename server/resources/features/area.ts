import type { Area } from '#platform/areas/area.ts'
import { planFeatures } from '#resources/billing/rules.ts'
import firstRun from './first-run/routes.ts'
import { featureOperations } from './routes.ts'

export default {
  name: 'features',
  adminPages: ['setup'],
  operations: ({ features, scopes }) => [...featureOperations(planFeatures(features), scopes), ...firstRun],
} satisfies Area
