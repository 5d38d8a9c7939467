import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { decideSubscriptionState, type Features, includes } from '#resources/billing/rules.ts'
import { previewedBy } from '../preview-rules.ts'
import type { Widget } from '../schema.ts'
import { featureByWidget, toShown } from './rules.ts'
import { ShownPlacementFilters, ShownPlacements } from './schema.ts'
import { findShown } from './store.ts'

export const shownOperations = (features: Features) => [
  operation({
    id: 'storefront.list_placements',
    http: 'GET /storefront/placements',
    tenancy: 'storefront',
    doc: {
      summary: 'List placements of a page',
      description:
        'Returns one placement for each widget and selector: one that names the product, else one that names its category, else a general one. Among equals, the highest `priority` wins, then the newest. The list is sorted by `priority`. A response with `preview` is never cached.',
    },
    input: { query: ShownPlacementFilters },
    output: { body: ShownPlacements },
    transaction: 'single-query',
    storefront: { widget: 'placements', shared: { unless: 'preview' } },
    async run({ tx, query, storeEnvId, storefront, now, services: { secrets, config } }) {
      const { rows, changesAt } = await findShown(tx, query, previewedBy(secrets, storeEnvId, query.preview, now))
      const { plan, lapsed } = decideSubscriptionState(storefront.subscription, now, config.billing)
      const isIncluded = (widget: Widget) => {
        const least = features[featureByWidget[widget] ?? '']
        return !lapsed && (least === undefined || includes(plan, least))
      }
      const data = rows.filter(({ widget }) => isIncluded(widget)).map((row) => toShown(row, query.locale))
      const headers = query.preview ? { 'cache-control': 'private, no-store' } : undefined
      return answer(200, { data }, headers, changesAt)
    },
  }),
]
