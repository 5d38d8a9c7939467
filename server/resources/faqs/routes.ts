import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { changeFaq, createFaq, orderFaqs, removeFaq, requireFaq } from './commands.ts'
import { toFaq } from './rules.ts'
import { Faq, FaqChanges, FaqFilters, FaqOrder, FaqPage, NewFaq } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'faqs.list',
    http: 'GET /faqs',
    tenancy: 'store',
    summary: 'List FAQs, in their order.',
    query: FaqFilters,
    returns: FaqPage,
    oneQuery: true,
    run: ({ tx, query, storeEnvId, services: { media } }) =>
      store.list(tx, query, (row) => toFaq(row, { storeEnvId, media })),
  }),
  operation({
    id: 'faqs.create',
    http: 'POST /faqs',
    tenancy: 'store',
    summary: 'Write a FAQ; it comes last.',
    description:
      'A draft, unless `status` says otherwise. Without products and categories it is about everything. A store has up to 10,000.',
    body: NewFaq,
    returns: Faq,
    status: 201,
    location: '/faqs/{id}',
    errors: ['not_found', 'conflict'],
    async run({ tx, body, storeEnvId, services: { media }, audit }) {
      const faq = await createFaq(tx, body)
      if (faq.status === 'published') await audit(tx, 'faq.published', targetOf(faq))
      return toFaq(faq, { storeEnvId, media })
    },
  }),
  operation({
    id: 'faqs.reorder',
    http: 'PUT /faqs/order',
    tenancy: 'store',
    summary: 'Put all FAQs into a new order.',
    description:
      'Names every FAQ of the store once, drafts too. Of several calls at once one stands as a whole. What is written later comes last.',
    body: FaqOrder,
    returns: FaqOrder,
    errors: ['not_found'],
    async run({ tx, body: { ids } }) {
      await orderFaqs(tx, ids)
      return { ids }
    },
  }),
  operation({
    id: 'faqs.get',
    http: 'GET /faqs/:id',
    tenancy: 'store',
    summary: 'Get a FAQ.',
    params: byId,
    returns: Faq,
    oneQuery: true,
    run: async ({ tx, params, storeEnvId, services: { media } }) =>
      toFaq(await requireFaq(tx, params.id), { storeEnvId, media }),
  }),
  operation({
    id: 'faqs.update',
    http: 'PATCH /faqs/:id',
    tenancy: 'store',
    summary: 'Change a FAQ, publish it or take it back.',
    description:
      'What is not named stays; `translations`, `productIds` and `categoryIds` are replaced whole. Publishing one that answers questions of shoppers sends a mail to each who asked to be told, once.',
    params: byId,
    body: FaqChanges,
    returns: Faq,
    errors: ['conflict'],
    async run({ tx, params, body, storeEnvId, services: { media }, audit }) {
      const { before, after } = await changeFaq(tx, params.id, body)
      if (after.status !== before.status)
        await audit(tx, after.status === 'published' ? 'faq.published' : 'faq.unpublished', targetOf(after))
      return toFaq(after, { storeEnvId, media })
    },
  }),
  operation({
    id: 'faqs.delete',
    http: 'DELETE /faqs/:id',
    tenancy: 'store',
    summary: 'Delete a FAQ.',
    description: 'Questions that it answered stay, and stay answered.',
    params: byId,
    async run({ tx, params, audit }) {
      const removed = await removeFaq(tx, params.id)
      await audit(tx, 'faq.deleted', targetOf({ id: params.id, ...removed }))
      return undefined
    },
  }),
]

const targetOf = ({ id, question }: { id: string; question: string }) => ({ type: 'faq', id, name: question })
