import type { Area } from '#platform/area.ts'
import { loyaltyEvents } from './events.ts'

export default { name: 'loyalty', events: loyaltyEvents, features: { loyalty: 'growth' } } satisfies Area
