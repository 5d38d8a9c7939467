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
    doc: {
      summary: 'List reports of a review',
      description:
        'Newest first. A report changes nothing on its own. `GET /reviews?reported=true` lists reviews with open reports.',
    },
    tool: 'list_review_reports',
    input: { params: byId, query: pageQuery({}) },
    output: { body: page(Report) },
    transaction: 'single-query',
    run: ({ tx, params, query }) => store.list(tx, params.id, query),
  }),
  operation({
    id: 'reviews.resolve_reports',
    http: 'POST /reviews/:id/reports/resolve',
    tenancy: 'store',
    doc: {
      summary: 'Resolve the reports of a review',
      description: 'Resolves all open reports of the review. Call it after any decision about the review.',
    },
    tool: 'resolve_review_reports',
    input: { params: byId },
    output: { body: Type.Object({ resolved: Type.Integer({ description: 'Number of reports resolved.' }) }) },
    run: async ({ tx, audit, caller, params }) => ({
      resolved: await resolveReports(tx, audit, params.id, nameOfCaller(caller)),
    }),
  }),
]
