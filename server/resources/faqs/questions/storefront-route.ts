import { operation } from '#platform/calls/operation.ts'
import { invalidField } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import { requireFormPace } from '#resources/storefront/form/rules.ts'
import { takeQuestion } from './commands.ts'
import { readAsked } from './rules.ts'
import { NewQuestion, ReceivedQuestion } from './schema.ts'

/** Counts accepted questions only, so correcting a field costs nothing. */
const questionsOfVisitor = parseRateLimits('10/10m')

export default [
  operation({
    id: 'storefront.ask_question',
    http: 'POST /storefront/faqs/questions',
    tenancy: 'storefront',
    summary: 'Take in a question that a shopper asks.',
    description:
      'It waits for the store, and is shown to nobody. The same question sent twice is one. Ten are taken from one visitor within ten minutes.',
    body: NewQuestion,
    returns: ReceivedQuestion,
    status: 202,
    errors: ['not_found', 'product_id_mangled', 'conflict'],
    async run({ tx, body, request, services, storeEnvId, now }) {
      if (!body.consent) throw invalidField('/consent', 'must be true: without consent nothing is kept')
      requireFormPace(services.secrets, storeEnvId, body.startedAt, now)
      await services.actionLimits.spend('faq questions', storeEnvId, request.address, questionsOfVisitor)
      const isSpam = Boolean(body.homepage?.trim())
      const { secrets } = services
      const id = await takeQuestion(tx, readAsked(body), { secrets, address: request.address, isSpam })
      return { id, status: 'pending' as const }
    },
  }),
]
