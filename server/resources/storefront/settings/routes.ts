import { operation } from '#platform/calls/operation.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { limits } from '#resources/reviews/schema.ts'
import { settingsOf, withBrand } from './rules.ts'
import { PlacementChange, PlacementSettings, StorefrontConfig } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'placements.get_settings',
    http: 'GET /placements/settings',
    tenancy: 'store',
    summary: "Get how reviews stand on the store's pages.",
    returns: PlacementSettings,
    oneQuery: true,
    run: async ({ tx }) => settingsOf(await store.find(tx)),
  }),
  operation({
    id: 'placements.update_settings',
    http: 'PUT /placements/settings',
    tenancy: 'store',
    role: 'ADMIN',
    summary: "Say how reviews stand on the store's pages.",
    description:
      'The body says all of it: what is left out goes back to the default. Pages have it with their next call.',
    body: PlacementChange,
    returns: PlacementSettings,
    async run({ tx, body, audit, storeEnvId }) {
      const settings = settingsOf(body)
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
    shared: true,
    summary: "Get what a page has to know to show the store's reviews and its form.",
    returns: StorefrontConfig,
    async run({ tx, storefront }) {
      const said = await store.findWithBrand(tx)
      const { brand } = said
      const settings = withBrand(settingsOf(said.settings), brand)
      return { storeName: storefront.storeName, brand, ...settings, form: { ...settings.form, ...formLimits } }
    },
  }),
]

const formLimits = {
  maxPhotos: 5,
  maxPhotoBytes: 10 * 1024 * 1024,
  photoTypes: ['image/jpeg', 'image/png', 'image/webp'],
  maxTitleLength: limits.title,
  maxBodyLength: limits.body,
  maxAuthorNameLength: limits.authorName,
}
