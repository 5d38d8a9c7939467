import { operation } from '#platform/calls/operation.ts'
import { OrderPreview, OrderPreviewQuery, Program, ProgramChanges } from '../schema.ts'
import { changeProgram, previewOrder, readProgram } from './commands.ts'

export default [
  operation({
    id: 'loyalty.get_program',
    http: 'GET /loyalty/program',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'The terms by which points are earned and spent.',
    returns: Program,
    tool: 'get_loyalty_program',
    run: ({ tx }) => readProgram(tx),
  }),
  operation({
    id: 'loyalty.preview_order',
    http: 'GET /loyalty/program/order-preview',
    tenancy: 'store',
    plan: 'loyalty',
    summary: 'What an order of this moment would earn, and until when.',
    description: 'By the terms in force, or by those of the query as they would be. Nothing is changed.',
    query: OrderPreviewQuery,
    returns: OrderPreview,
    run: ({ tx, query }) => previewOrder(tx, query),
  }),
  operation({
    id: 'loyalty.update_program',
    http: 'PUT /loyalty/program',
    tenancy: 'store',
    role: 'ADMIN',
    plan: 'loyalty',
    summary: 'Choose the terms by which points are earned and spent.',
    description:
      'A field that is left out keeps its value. A changed `pointsPerUnit` or `holdDays` counts for orders placed from then on; everything else counts for all points at once.',
    body: ProgramChanges,
    returns: Program,
    run: ({ tx, body, audit }) => changeProgram(tx, audit, body),
  }),
]
