import { operation } from '#platform/calls/operation.ts'
import { GapPage, GapQuery, IdentifierCoverage } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'products.get_identifier_coverage',
    http: 'GET /products/identifier-coverage',
    tenancy: 'store',
    summary: 'Count how many SKUs a shopping engine can recognise.',
    description:
      'Counted per live variant of products that have approved reviews and are still sold: `active`, with a live variant. Reviews of other products are counted apart.',
    returns: IdentifierCoverage,
    oneQuery: true,
    tool: 'get_identifier_coverage',
    run: ({ tx }) => store.countCoverage(tx),
  }),
  operation({
    id: 'products.list_identifier_gaps',
    http: 'GET /products/identifier-gaps',
    tenancy: 'store',
    summary: 'List the reviewed products that lack identifiers, most reviews first.',
    description:
      'A live variant with a valid GTIN lacks nothing. One without is listed with `gtin` and, of `mpn` and `brand`, what it also lacks. A GTIN that identifies nothing counts as missing; `gtinProblem` says whether there is none, or it is invalid or restricted.',
    query: GapQuery,
    returns: GapPage,
    oneQuery: true,
    tool: 'list_identifier_gaps',
    run: ({ tx, query }) => store.listGaps(tx, query),
  }),
]
