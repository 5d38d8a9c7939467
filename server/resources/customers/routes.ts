import { notFound } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { byId } from '#platform/wire.ts'
import activity from './activity/routes.ts'
import { Customer, CustomerFilters, CustomerPage } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'customers.list',
    http: 'GET /customers',
    tenancy: 'store',
    summary: 'List whoever ordered or wrote, newest first.',
    query: CustomerFilters,
    returns: CustomerPage,
    oneQuery: true,
    tool: 'read',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  ...activity,
  operation({
    id: 'customers.get',
    http: 'GET /customers/:id',
    tenancy: 'store',
    summary: 'Get a customer.',
    params: byId,
    returns: Customer,
    oneQuery: true,
    tool: 'read',
    async run({ tx, params }) {
      const customer = await store.find(tx, params.id)
      if (!customer) throw notFound('customer', params.id)
      return customer
    },
  }),
]
