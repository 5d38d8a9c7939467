import { operation } from '#platform/calls/operation.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { withExample } from '#platform/values/wire.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { dayOf } from '../rules.ts'
import { periodQuery } from '../schema.ts'
import { countEvents, readMail } from './commands.ts'
import { emailReport, loyaltyReport, noWidget, widgetReport } from './rules.ts'
import { AnalyticsSettings, EmailReport, LoyaltyReport, WidgetEvents, WidgetReport } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'analytics.email',
    http: 'GET /analytics/email',
    tenancy: 'store',
    plan: { feature: 'advanced_analytics', reads: true },
    doc: {
      summary: 'Report on emails',
      description: 'Covers emails that the service sends, by creation time. A bounced email also counts as sent.',
    },
    input: { query: periodQuery({}) },
    output: { body: EmailReport, produces: reportTypes },
    transaction: 'snapshot',
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      return answerReport(query, 'email', emailReport(span, await readMail(tx, span)))
    },
  }),
  operation({
    id: 'analytics.loyalty',
    http: 'GET /analytics/loyalty',
    tenancy: 'store',
    plan: { feature: 'advanced_analytics', reads: true },
    doc: {
      summary: 'Report on loyalty points',
      description: 'Loyalty points count in the period in which their journal entry was made.',
    },
    input: { query: periodQuery({}) },
    output: { body: LoyaltyReport, produces: reportTypes },
    transaction: 'snapshot',
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      const countedUntil = await store.findCountedUntil(tx, span.timezone)
      return answerReport(query, 'loyalty', loyaltyReport(span, await store.countLines(tx, span, countedUntil)))
    },
  }),
  operation({
    id: 'analytics.widgets',
    http: 'GET /analytics/widgets',
    tenancy: 'store',
    plan: { feature: 'advanced_analytics', reads: true },
    doc: {
      summary: 'Report on widgets',
      description:
        'Counts start when `widgetCounts` is turned on. Browsers that ask not to be tracked are not counted.',
    },
    input: { query: periodQuery({}) },
    output: { body: WidgetReport, produces: reportTypes },
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      return answerReport(query, 'widgets', widgetReport(span, await store.countWidgets(tx, span)), noWidget)
    },
  }),
  operation({
    id: 'storefront.count_widgets',
    http: 'POST /storefront/analytics',
    tenancy: 'storefront',
    doc: {
      summary: 'Count widget views and clicks',
      description:
        'Stores only daily numbers: no cookie, address or device. The response is the same if nothing is counted: counting is off, the product or gallery is unknown, or the browser sends `Sec-GPC: 1` or `DNT: 1`.',
    },
    input: {
      body: withExample(WidgetEvents, {
        events: [
          { widget: 'reviews', kind: 'impression' },
          { widget: 'gallery', kind: 'click', galleryId: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01' },
        ],
      }),
      asText: true,
    },
    storefront: { counts: true },
    async run({ tx, body: { events }, request, storefront, now }) {
      if (request.page.isUncounted) return
      await countEvents(tx, dayOf(now, storefront.timezone), events)
    },
  }),
  operation({
    id: 'analytics.get_settings',
    http: 'GET /analytics/settings',
    tenancy: 'store',
    doc: {
      summary: 'Get the analytics settings',
      description: 'Returns whether views and uses of widgets are counted.',
    },
    output: { body: AnalyticsSettings },
    transaction: 'single-query',
    run: async ({ tx }) => ({ widgetCounts: await store.countsWidgets(tx) }),
  }),
  operation({
    id: 'analytics.update_settings',
    http: 'PUT /analytics/settings',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'advanced_analytics' },
    doc: {
      summary: 'Update the analytics settings',
      description: 'Counting is off by default. Earlier counts stay when it is turned off.',
    },
    input: { body: withExample(AnalyticsSettings, { widgetCounts: true }) },
    output: { body: AnalyticsSettings },
    async run({ tx, body: { widgetCounts }, audit }) {
      if ((await store.upsertSettings(tx, widgetCounts)) > 0) {
        await audit(tx, 'analytics_settings.changed', undefined, { widgetCounts })
        await invalidateStorefront(tx)
      }
      return { widgetCounts }
    },
  }),
]
