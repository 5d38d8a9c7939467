import { operation } from '#platform/calls/operation.ts'
import { invalidField } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import { withExample } from '#platform/values/wire.ts'
import { requireFormPace } from '#resources/storefront/form/rules.ts'
import { takeQuestion } from './commands.ts'
import { readAsked } from './rules.ts'
import { NewQuestion, ReceivedQuestion } from './schema.ts'

/** Counts only accepted questions, so that correcting a field does not use up the limit. */
const questionsOfVisitor = parseRateLimits('10/10m')

export default [
  operation({
    id: 'storefront.ask_question',
    http: 'POST /storefront/faqs/questions',
    tenancy: 'storefront',
    doc: {
      summary: 'Submit a question',
      description:
        'The question waits for the store and is not public. A repeated question counts once. A visitor can send ten questions within ten minutes.',
    },
    input: {
      body: withExample(NewQuestion, {
        question: 'How much does it hold?',
        email: 'sam.kent@customer.example',
        name: 'Sam',
        platformProductId: 'mug-01',
        notify: true,
        consent: true,
        startedAt: 'mi7h3k00.0d2Vb5x1Qm8Zr4Tt6Yw9Ks',
      }),
    },
    output: { body: ReceivedQuestion, status: 202, errors: ['not_found', 'product_id_mangled', 'conflict'] },
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
