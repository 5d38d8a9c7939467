import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changeFaq, createFaq, deleteFaq, orderFaqs, requireFaq } from './commands.ts'
import { toFaq } from './rules.ts'
import { Faq, FaqChanges, FaqFilters, FaqOrder, FaqPage, NewFaq } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'faqs.list',
    http: 'GET /faqs',
    tenancy: 'store',
    doc: {
      summary: 'List FAQs, in display order',
      description: "Returns the store's FAQs of every status in display order, one page at a time.",
    },
    input: { query: FaqFilters },
    output: { body: FaqPage },
    transaction: 'single-query',
    run: ({ tx, query, storeEnvId, services: { media } }) =>
      store.list(tx, query, (row) => toFaq(row, { storeEnvId, media })),
  }),
  operation({
    id: 'faqs.create',
    http: 'POST /faqs',
    tenancy: 'store',
    doc: {
      summary: 'Create a FAQ',
      description:
        'The FAQ is a draft by default and sorts last. Without products and categories, it covers the whole store. A store can have up to 10,000 FAQs.',
    },
    input: {
      body: withExample(NewFaq, {
        question: 'Is it dishwasher safe?',
        answer: 'Yes, **all** of our mugs are.',
        group: 'Care',
        translations: {
          de: { question: 'Ist sie spülmaschinenfest?', answer: 'Ja, **alle** unsere Becher.', group: 'Pflege' },
        },
      }),
    },
    output: { body: Faq, status: 201, location: '/faqs/{id}', errors: ['not_found', 'conflict'] },
    async run({ tx, body, storeEnvId, services: { media }, audit }) {
      const faq = await createFaq(tx, body)
      if (faq.status === 'published') await audit(tx, 'faq.published', toTarget(faq))
      return toFaq(faq, { storeEnvId, media })
    },
  }),
  operation({
    id: 'faqs.reorder',
    http: 'PUT /faqs/order',
    tenancy: 'store',
    doc: {
      summary: 'Reorder FAQs',
      description:
        'The body names every FAQ of the store once, including drafts. Simultaneous calls are never mixed: the order of one call applies as a whole. FAQs created later sort last.',
    },
    input: {
      body: withExample(FaqOrder, {
        ids: ['019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01', '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c02'],
      }),
    },
    output: { body: FaqOrder, errors: ['not_found'] },
    async run({ tx, body: { ids } }) {
      await orderFaqs(tx, ids)
      return { ids }
    },
  }),
  operation({
    id: 'faqs.get',
    http: 'GET /faqs/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get a FAQ',
      description: 'Returns one FAQ with its answer, translations, products and categories.',
    },
    input: { params: byId },
    output: { body: Faq },
    transaction: 'single-query',
    run: async ({ tx, params, storeEnvId, services: { media } }) =>
      toFaq(await requireFaq(tx, params.id), { storeEnvId, media }),
  }),
  operation({
    id: 'faqs.update',
    http: 'PATCH /faqs/:id',
    tenancy: 'store',
    doc: {
      summary: 'Update a FAQ',
      description:
        'Omitted fields keep their values; `translations`, `productIds` and `categoryIds` are replaced as a whole. Publishing a FAQ sends one email to each person who asked a linked question and wants to be notified.',
    },
    input: { params: byId, body: withExample(FaqChanges, { status: 'published' }) },
    output: { body: Faq, errors: ['conflict'] },
    async run({ tx, params, body, storeEnvId, services: { media }, audit }) {
      const { before, after } = await changeFaq(tx, params.id, body)
      if (after.status !== before.status)
        await audit(tx, after.status === 'published' ? 'faq.published' : 'faq.unpublished', toTarget(after))
      return toFaq(after, { storeEnvId, media })
    },
  }),
  operation({
    id: 'faqs.delete',
    http: 'DELETE /faqs/:id',
    tenancy: 'store',
    doc: { summary: 'Delete a FAQ', description: 'Questions that the FAQ answered stay answered.' },
    input: { params: byId },
    async run({ tx, params, audit }) {
      const removed = await deleteFaq(tx, params.id)
      await audit(tx, 'faq.deleted', toTarget({ id: params.id, ...removed }))
      return undefined
    },
  }),
]

const toTarget = ({ id, question }: { id: string; question: string }) => ({ type: 'faq', id, name: question })
