import { operation } from '#platform/calls/operation.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { withExample } from '#platform/values/wire.ts'
import { AnalyticsSettings } from './schema.ts'
import { countsWidgets, upsert } from './store.ts'

export default [
  operation({
    id: 'analytics.get_settings',
    http: 'GET /analytics/settings',
    tenancy: 'store',
    summary: 'Get the analytics settings',
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
    summary: 'Update the analytics settings',
    description: 'Counting is off by default. Earlier counts stay when it is turned off.',
    body: withExample(AnalyticsSettings, { widgetCounts: true }),
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
