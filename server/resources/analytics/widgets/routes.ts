import { operation } from '#platform/calls/operation.ts'
import { findPushedIds } from '#platform/calls/product-lookup.ts'
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
    summary: 'How often widgets were seen and used.',
    description:
      'Counted from when `widgetCounts` of the settings is on. Whose browser asks not to be tracked is not counted.',
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
    summary: 'Count that widgets were seen or used.',
    description:
      'Numbers a day and nothing else: no cookie, no address, no device. Answered alike where nothing is counted: the store has it off, an event names a product that the store does not have, or the browser sends `Sec-GPC: 1` or `DNT: 1`.',
    isCount: true,
    body: WidgetEvents,
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
