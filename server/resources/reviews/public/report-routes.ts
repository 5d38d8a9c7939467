import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { nameOfCaller } from '#platform/identity/caller.ts'
import { byId } from '#platform/values/wire.ts'
import { resolveReports } from './report-commands.ts'
import { Report } from './report-schema.ts'
import * as store from './report-store.ts'

export default [
  operation({
    id: 'reviews.list_reports',
    http: 'GET /reviews/:id/reports',
    tenancy: 'store',
    summary: 'What visitors reported about a review, newest first.',
    description: 'A report changes nothing by itself. `GET /reviews?reported=true` lists the reviews with open ones.',
    params: byId,
    query: pageQuery({}),
    returns: page(Report),
    tool: 'list_review_reports',
    oneQuery: true,
    run: ({ tx, params, query }) => store.list(tx, params.id, query),
  }),
  operation({
    id: 'reviews.resolve_reports',
    http: 'POST /reviews/:id/reports/resolve',
    tenancy: 'store',
    summary: 'Settle the open reports of a review, whatever was decided about it.',
    params: byId,
    returns: Type.Object({ resolved: Type.Integer({ description: 'How many were open.' }) }),
    tool: 'resolve_review_reports',
    run: async ({ tx, audit, caller, params }) => ({
      resolved: await resolveReports(tx, audit, params.id, nameOfCaller(caller)),
    }),
  }),
]
