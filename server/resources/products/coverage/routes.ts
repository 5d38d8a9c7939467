import { operation } from '#platform/calls/operation.ts'
import { GapPage, GapQuery, IdentifierCoverage } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'products.get_identifier_coverage',
    http: 'GET /products/identifier-coverage',
    tenancy: 'store',
    doc: {
      summary: 'Get identifier coverage',
      description:
        'Counts variants on sale of `active` products with approved reviews. Reviews of other products are counted separately.',
    },
    tool: 'get_identifier_coverage',
    output: { body: IdentifierCoverage },
    transaction: 'single-query',
    run: ({ tx }) => store.countCoverage(tx),
  }),
  operation({
    id: 'products.list_identifier_gaps',
    http: 'GET /products/identifier-gaps',
    tenancy: 'store',
    doc: {
      summary: 'List products without identifiers',
      description:
        'Most reviews first. A variant with a valid GTIN lacks nothing. Others are listed with the identifiers they lack. `gtinProblem` shows whether the GTIN is missing, invalid or restricted.',
    },
    tool: 'list_identifier_gaps',
    input: { query: GapQuery },
    output: { body: GapPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.listGaps(tx, query),
  }),
]
