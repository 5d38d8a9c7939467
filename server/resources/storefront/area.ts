import type { Area } from '#platform/area.ts'
import { formPages } from './form/hosted-route.ts'
import form from './form/routes.ts'
import operations from './routes.ts'
import placements from './settings/routes.ts'

export default {
  name: 'storefront',
  adminPages: ['settings/storefront'],
  scopes: ['storefront', 'placements'],
  operations: [...operations, ...form, ...placements],
  pages: formPages,
} satisfies Area
