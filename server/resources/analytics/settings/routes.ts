import { operation } from '#platform/calls/operation.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { AnalyticsSettings } from './schema.ts'
import { countsWidgets, upsert } from './store.ts'

export default [
  operation({
    id: 'analytics.get_settings',
    http: 'GET /analytics/settings',
    tenancy: 'store',
    summary: 'What is counted on the pages of the shop.',
    returns: AnalyticsSettings,
    oneQuery: true,
    run: async ({ tx }) => ({ widgetCounts: await countsWidgets(tx) }),
  }),
  operation({
    id: 'analytics.update_settings',
    http: 'PUT /analytics/settings',
    tenancy: 'store',
    role: 'ADMIN',
    plan: 'advanced_analytics',
    summary: 'Choose what is counted on the pages of the shop.',
    description: 'Off at first. What was counted before stays when it is turned off.',
    body: AnalyticsSettings,
    returns: AnalyticsSettings,
    async run({ tx, body: { widgetCounts }, audit }) {
      if ((await upsert(tx, widgetCounts)) > 0) {
        await audit(tx, 'analytics_settings.changed', undefined, { widgetCounts })
        await invalidateStorefront(tx)
      }
      return { widgetCounts }
    },
  }),
]
