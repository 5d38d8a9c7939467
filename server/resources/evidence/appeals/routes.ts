import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { nameOfCaller } from '#platform/identity/caller.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { decideAppeal } from './commands.ts'
import { Appeal, AppealDecision, appealFilters } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'evidence.list_appeals',
    http: 'GET /evidence/appeals',
    tenancy: 'store',
    doc: {
      summary: 'List appeals, newest first',
      description: 'Returns the appeals of authors against rejections, newest first, one page at a time.',
    },
    input: { query: pageQuery(appealFilters) },
    output: { body: page(Appeal) },
    transaction: 'single-query',
    run: ({ tx, query, now }) => store.list(tx, query, now),
  }),
  operation({
    id: 'evidence.get_appeal',
    http: 'GET /evidence/appeals/:id',
    tenancy: 'store',
    doc: { summary: 'Get an appeal', description: 'Returns one appeal with its statement, due time and decision.' },
    input: { params: byId },
    output: { body: Appeal },
    transaction: 'single-query',
    async run({ tx, params, now }) {
      const appeal = await store.find(tx, params.id, now)
      if (!appeal) throw notFound('appeal', params.id)
      return appeal
    },
  }),
  operation({
    id: 'evidence.decide_appeal',
    http: 'PATCH /evidence/appeals/:id',
    tenancy: 'store',
    doc: {
      summary: 'Decide an appeal',
      description:
        '`overturned` approves the review, `upheld` leaves it rejected. The author gets the decision and note by email. `sameActor` shows whether the person who decides had also rejected the review. Approving the review in another way also overturns the appeal.',
    },
    input: {
      params: byId,
      body: withExample(AppealDecision, {
        decision: 'overturned',
        note: 'Thank you for explaining. We had taken the name of the colour for a person.',
      }),
    },
    output: { body: Appeal, errors: ['appeal_decided'] },
    run: ({ tx, audit, caller, params, body }) =>
      decideAppeal(tx, audit, params.id, { ...body, by: nameOfCaller(caller) }),
  }),
]
