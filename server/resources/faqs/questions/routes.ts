import { Answer, operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { toFaq } from '../rules.ts'
import { Faq } from '../schema.ts'
import { answerQuestion, changeQuestion, removeQuestion, requireQuestion } from './commands.ts'
import { toQuestion } from './rules.ts'
import { Question, QuestionAnswer, QuestionChanges, QuestionFilters, QuestionPage } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'faqs.list_questions',
    http: 'GET /faqs/questions',
    tenancy: 'store',
    summary: 'List what shoppers have asked, newest first.',
    query: QuestionFilters,
    returns: QuestionPage,
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'faqs.get_question',
    http: 'GET /faqs/questions/:id',
    tenancy: 'store',
    summary: 'Get a question of a shopper.',
    params: byId,
    returns: Question,
    oneQuery: true,
    run: async ({ tx, params }) => toQuestion(await requireQuestion(tx, params.id)),
  }),
  operation({
    id: 'faqs.update_question',
    http: 'PATCH /faqs/questions/:id',
    tenancy: 'store',
    summary: 'Settle a question without a FAQ, or open it again.',
    params: byId,
    body: QuestionChanges,
    returns: Question,
    run: async ({ tx, params, body }) => toQuestion(await changeQuestion(tx, params.id, body.status)),
  }),
  operation({
    id: 'faqs.delete_question',
    http: 'DELETE /faqs/questions/:id',
    tenancy: 'store',
    summary: 'Delete a question of a shopper.',
    description: 'A FAQ that answers it stays.',
    params: byId,
    async run({ tx, params, audit }) {
      await removeQuestion(tx, params.id)
      await audit(tx, 'faq_question.deleted', { type: 'faq_question', id: params.id })
      return undefined
    },
  }),
  operation({
    id: 'faqs.answer_question',
    http: 'POST /faqs/questions/:id/answer',
    tenancy: 'store',
    summary: 'Answer a question: by a new draft of a FAQ, or by one that you have.',
    description:
      'With `answer` a draft is made, about the product that the question is about: 201. With `faqId` the question joins that FAQ: 200. A question that is not pending is 409. Who asked to be told gets one mail when the FAQ is published, or now if it is.',
    params: byId,
    body: QuestionAnswer,
    returns: Faq,
    status: 201,
    alsoAnswers: 200,
    location: '/faqs/{id}',
    errors: ['conflict'],
    async run({ tx, params, body, storeEnvId, services: { media } }) {
      const { faq, isNew } = await answerQuestion(tx, params.id, body)
      return new Answer(isNew ? 201 : 200, { body: toFaq(faq, { storeEnvId, media }) })
    },
  }),
]
