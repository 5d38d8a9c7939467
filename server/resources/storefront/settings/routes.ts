import { operation } from '#platform/calls/operation.ts'
import { maxPhotoBytes } from '#platform/files/images/processing.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { withExample } from '#platform/values/wire.ts'
import { limits } from '#resources/reviews/schema.ts'
import { maxPhotosPerReview } from '#resources/uploads/schema.ts'
import { toSettings, withBrand } from './rules.ts'
import { PlacementChange, PlacementSettings, StorefrontConfig } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'placements.get_settings',
    http: 'GET /placements/settings',
    tenancy: 'store',
    doc: {
      summary: 'Get the widget settings',
      description: 'Returns the theme, language and settings that apply to all widgets of the store.',
    },
    output: { body: PlacementSettings },
    transaction: 'single-query',
    run: async ({ tx }) => toSettings(await store.find(tx)),
  }),
  operation({
    id: 'placements.update_settings',
    http: 'PUT /placements/settings',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Replace the widget settings',
      description: 'Omitted fields return to their defaults. Pages use the new settings with their next call.',
    },
    input: {
      body: withExample(PlacementChange, {
        defaultLocale: 'en',
        theme: { accentColor: '#43552f', corners: 'square' },
        reviews: { sort: 'newest', pageSize: 10 },
      }),
    },
    output: { body: PlacementSettings },
    async run({ tx, body, audit, storeEnvId }) {
      const settings = toSettings(body)
      await store.upsert(tx, settings)
      await audit(tx, 'placements.settings_updated', { type: 'store', id: storeEnvId })
      invalidateStorefront(tx)
      return settings
    },
  }),
  operation({
    id: 'storefront.get_config',
    http: 'GET /storefront/config',
    tenancy: 'storefront',
    doc: {
      summary: 'Get the storefront configuration',
      description:
        'Returns everything that the widgets need before their first call: theme, language, settings and limits.',
    },
    output: { body: StorefrontConfig },
    transaction: 'single-query',
    storefront: { shared: true },
    async run({ tx, storefront }) {
      const said = await store.findWithBrand(tx)
      const { brand, reading, buyersOnly } = said
      const settings = withBrand(toSettings(said.settings), brand)
      return {
        storeName: storefront.storeName,
        brand,
        buyersOnly,
        ...settings,
        ...reading,
        form: { ...settings.form, ...formLimits },
      }
    },
  }),
]

const formLimits = {
  maxPhotos: maxPhotosPerReview,
  maxPhotoBytes,
  photoTypes: ['image/jpeg', 'image/png', 'image/webp'],
  maxTitleLength: limits.title,
  maxBodyLength: limits.body,
  maxAuthorNameLength: limits.authorName,
}
