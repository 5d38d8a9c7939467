import { operation } from '#platform/operation.ts'
import { page, pageQuery } from '#platform/page.ts'
import { Store } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'account.list_stores',
    http: 'GET /account/stores',
    tenancy: 'organization',
    anyScope: true,
    summary: 'List the stores the caller can use.',
    description: 'Always allowed, whatever the scopes, so that a narrowed key can find its store.',
    query: pageQuery({}),
    returns: page(Store),
    tool: 'read',
    run: ({ tx, query, now }) => store.listStores(tx, query, now),
  }),
]
