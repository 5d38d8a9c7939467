import { Answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { toFaq } from '../rules.ts'
import { Faq } from '../schema.ts'
import { answerQuestion, changeQuestion, deleteQuestion, requireQuestion } from './commands.ts'
import { toQuestion } from './rules.ts'
import { Question, QuestionAnswer, QuestionChanges, QuestionFilters, QuestionPage } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'faqs.list_questions',
    http: 'GET /faqs/questions',
    tenancy: 'store',
    doc: {
      summary: 'List questions of shoppers, newest first',
      description: 'Returns the questions that shoppers sent, newest first, one page at a time.',
    },
    input: { query: QuestionFilters },
    output: { body: QuestionPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'faqs.get_question',
    http: 'GET /faqs/questions/:id',
    tenancy: 'store',
    doc: { summary: 'Get a question', description: 'Returns one question of a shopper with its status and product.' },
    input: { params: byId },
    output: { body: Question },
    transaction: 'single-query',
    run: async ({ tx, params }) => toQuestion(await requireQuestion(tx, params.id)),
  }),
  operation({
    id: 'faqs.update_question',
    http: 'PATCH /faqs/questions/:id',
    tenancy: 'store',
    doc: { summary: 'Update a question', description: 'Changes the status of a question, for example to reject it.' },
    input: { params: byId, body: withExample(QuestionChanges, { status: 'rejected' }) },
    output: { body: Question },
    run: async ({ tx, params, body }) => toQuestion(await changeQuestion(tx, params.id, body.status)),
  }),
  operation({
    id: 'faqs.delete_question',
    http: 'DELETE /faqs/questions/:id',
    tenancy: 'store',
    doc: { summary: 'Delete a question', description: 'A FAQ that answers the question stays.' },
    input: { params: byId },
    async run({ tx, params, audit }) {
      await deleteQuestion(tx, params.id)
      await audit(tx, 'faq_question.deleted', { type: 'faq_question', id: params.id })
      return undefined
    },
  }),
  operation({
    id: 'faqs.answer_question',
    http: 'POST /faqs/questions/:id/answer',
    tenancy: 'store',
    doc: {
      summary: 'Answer a question',
      description:
        '`answer` creates a draft FAQ about the product of the question: 201. `faqId` links an existing FAQ: 200. A question that is not pending gets 409. The person gets one email when the FAQ is published, or immediately if it is published already.',
    },
    input: {
      params: byId,
      body: withExample(QuestionAnswer, {
        question: 'How much does the mug hold?',
        answer: '0.4 litres, up to the rim.',
      }),
    },
    output: { body: Faq, status: 201, alsoAnswers: 200, location: '/faqs/{id}', errors: ['conflict'] },
    async run({ tx, params, body, storeEnvId, services: { media } }) {
      const { faq, isNew } = await answerQuestion(tx, params.id, body)
      return new Answer(isNew ? 201 : 200, { body: toFaq(faq, { storeEnvId, media }) })
    },
  }),
]
