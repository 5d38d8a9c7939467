import type { Area } from '#platform/area.ts'
import { planFeatures } from '#resources/billing/rules.ts'
import { featureOperations } from './routes.ts'

export default {
  name: 'features',
  operations: ({ features, scopes }) => featureOperations(planFeatures(features), scopes),
} satisfies Area
