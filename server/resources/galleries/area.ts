import type { Area } from '#platform/area.ts'
import { galleryEvents } from './events.ts'

export default { name: 'galleries', events: galleryEvents, features: { galleries: 'growth' } } satisfies Area
