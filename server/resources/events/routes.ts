import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { eventFilters, LoggedEvent } from './schema.ts'
import * as store from './store.ts'

export const eventOperations = (names: readonly string[]) => [
  operation({
    id: 'events.list',
    http: 'GET /events',
    tenancy: 'store',
    summary: 'List what happened to reviews, newest first.',
    description:
      'The six `review.*` events of the last 90 days. `id` is the log’s own; the same event is delivered to webhooks under another `event_id`. To tell what you have already from a delivery, compare the event name together with `data.id`, or `data.sequence`.',
    query: pageQuery(eventFilters(names)),
    returns: page(LoggedEvent),
    tool: 'list_events',
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
]
