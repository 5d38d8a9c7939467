import type { Area } from '#platform/area.ts'
import { billingOperations } from './routes.ts'
import { planFeatures } from './rules.ts'

export default {
  name: 'billing',
  operations: ({ features }) => billingOperations(planFeatures(features)),
  errors: { billing_off: 409, billing_unavailable: 409 },
} satisfies Area
