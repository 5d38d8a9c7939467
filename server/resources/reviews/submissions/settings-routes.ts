import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { changeReviewSettings } from './settings-commands.ts'
import { ReviewSettings, ReviewSettingsChange } from './settings-schema.ts'
import * as store from './settings-store.ts'

export default [
  operation({
    id: 'reviews.get_settings',
    http: 'GET /reviews/settings',
    tenancy: 'store',
    doc: {
      summary: 'Get the review settings',
      description: "Returns the store's settings for review forms, translation, digests and receipts.",
    },
    output: { body: ReviewSettings },
    transaction: 'single-query',
    run: ({ tx }) => store.findSettings(tx),
  }),
  operation({
    id: 'reviews.update_settings',
    http: 'PUT /reviews/settings',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: { summary: 'Change the review settings', description: 'Omitted settings keep their values.' },
    input: {
      body: withExample(ReviewSettingsChange, { shop: { asked: true, question: 'How was shopping with us?' } }),
    },
    output: { body: ReviewSettings },
    async run({ tx, body, audit, storeEnvId }) {
      const { settings, changed } = await changeReviewSettings(tx, body)
      if (Object.keys(changed).length > 0)
        await audit(tx, 'reviews.settings_updated', { type: 'store', id: storeEnvId }, changed)
      return settings
    },
  }),
]
