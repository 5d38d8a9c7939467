import type { PersonalList } from '#platform/areas/personal-data.ts'
import { operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { activityOperations } from './activity-routes.ts'
import { Customer, CustomerFilters, CustomerPage } from './schema.ts'
import * as store from './store.ts'

export const customerOperations = (lists: readonly PersonalList[]) => [
  operation({
    id: 'customers.list',
    http: 'GET /customers',
    tenancy: 'store',
    summary: 'List customers, newest first',
    query: CustomerFilters,
    returns: CustomerPage,
    oneQuery: true,
    tool: 'list_customers',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  ...activityOperations(lists),
  operation({
    id: 'customers.get',
    http: 'GET /customers/:id',
    tenancy: 'store',
    summary: 'Get a customer',
    params: byId,
    returns: Customer,
    oneQuery: true,
    tool: 'get_customer',
    async run({ tx, params }) {
      const customer = await store.find(tx, params.id)
      if (!customer) throw notFound('customer', params.id)
      return customer
    },
  }),
]
