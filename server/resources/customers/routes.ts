import type { PersonalList } from '#platform/areas/personal-data.ts'
import { operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { activityOperations } from './activity-routes.ts'
import exportOperations from './export-routes.ts'
import { list, listByFigure } from './listing-store.ts'
import { Customer, CustomerFilters, CustomerPage, customerFigures } from './schema.ts'
import * as store from './store.ts'

export const customerOperations = (lists: readonly PersonalList[]) => [
  operation({
    id: 'customers.list',
    http: 'GET /customers',
    tenancy: 'store',
    doc: {
      summary: 'List customers',
      description: "Returns the store's customers, newest first by default, one page at a time.",
    },
    tool: 'list_customers',
    input: { query: CustomerFilters, searches: ['hasOrders', 'hasReviews'], searchingSorts: customerFigures },
    output: { body: CustomerPage },
    transaction: 'single-query',
    run({ tx, query, caller }) {
      const figure = customerFigures.find((each) => each === query.sort)
      return figure ? listByFigure(tx, query, figure, caller.seesAddresses) : list(tx, query, caller.seesAddresses)
    },
  }),
  ...exportOperations,
  ...activityOperations(lists),
  operation({
    id: 'customers.get',
    http: 'GET /customers/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get a customer',
      description: 'Returns one customer with the number of their orders and reviews.',
    },
    tool: 'get_customer',
    input: { params: byId },
    output: { body: Customer },
    transaction: 'single-query',
    async run({ tx, params }) {
      const customer = await store.find(tx, params.id)
      if (!customer) throw notFound('customer', params.id)
      return customer
    },
  }),
]
