import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { eventFilters, LoggedEvent } from './schema.ts'
import * as store from './store.ts'

export const eventOperations = (names: readonly string[]) => [
  operation({
    id: 'events.list',
    http: 'GET /events',
    tenancy: 'store',
    doc: {
      summary: 'List review events',
      description:
        'Events of the six `review.*` kinds from the last 90 days, newest first. `id` differs from the `event_id` of deliveries. To match a delivery, compare the event name together with `data.id`, or compare `data.sequence`.',
    },
    tool: 'list_events',
    input: { query: pageQuery(eventFilters(names)) },
    output: { body: page(LoggedEvent) },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
]
