import { operation } from '#platform/calls/operation.ts'
import { findPushedIds } from '#platform/calls/product-lookup.ts'
import { withExample } from '#platform/values/wire.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { dayOf } from '../rules.ts'
import { periodQuery } from '../schema.ts'
import { noWidget, tally, widgetReport } from './rules.ts'
import { WidgetEvents, WidgetReport } from './schema.ts'
import { add, countWidgets } from './store.ts'

export default [
  operation({
    id: 'analytics.widgets',
    http: 'GET /analytics/widgets',
    tenancy: 'store',
    plan: 'advanced_analytics',
    readsNeedPlan: true,
    summary: 'Report on widgets',
    description: 'Counts start when `widgetCounts` is turned on. Browsers that ask not to be tracked are not counted.',
    query: periodQuery({}),
    returns: WidgetReport,
    produces: reportTypes,
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      return answerReport(query, 'widgets', widgetReport(span, await countWidgets(tx, span)), noWidget)
    },
  }),
  operation({
    id: 'storefront.count_widgets',
    http: 'POST /storefront/analytics',
    tenancy: 'storefront',
    summary: 'Count widget views and clicks',
    description:
      'Stores only daily numbers: no cookie, address or device. The response is the same if nothing is counted: counting is off, the product is unknown, or the browser sends `Sec-GPC: 1` or `DNT: 1`.',
    isCount: true,
    body: withExample(WidgetEvents, {
      events: [
        { widget: 'reviews', kind: 'impression' },
        { widget: 'reviews', kind: 'click' },
      ],
    }),
    bodyAsText: true,
    async run({ tx, body: { events }, request, storefront, now }) {
      if (request.page.isUncounted) return
      const pushed = await findPushedIds(
        tx,
        events.flatMap(({ platformProductId }) => platformProductId ?? []),
      )
      const known = events.filter(({ platformProductId: id }) => id === undefined || pushed.has(id))
      if (known.length > 0) await add(tx, dayOf(now, storefront.timezone), tally(known))
    },
  }),
]
