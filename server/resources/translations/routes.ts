import { EngineError } from '#integrations/translation/engine.ts'
import { operation } from '#platform/calls/operation.ts'
import { conflict } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import { withExample } from '#platform/values/wire.ts'
import { engineOf } from './commands.ts'
import { translateWords } from './rules.ts'
import { TranslationState, TranslationTest, TranslationTestResult } from './schema.ts'
import { selectState } from './store.ts'

const testLimits = parseRateLimits('20/60s')

export default [
  operation({
    id: 'reviews.get_translation',
    http: 'GET /reviews/translation',
    tenancy: 'store',
    doc: {
      summary: 'Get the state of machine translation',
      description:
        '`PUT /reviews/settings` sets the languages. A job translates approved reviews whose language is known.',
    },
    output: { body: TranslationState },
    transaction: 'single-query',
    async run({ tx, services }) {
      const state = await tx.first(selectState(tx))
      return {
        engine: engineOf(services)?.name ?? null,
        waiting: state?.waiting ?? 0,
        isQueueing: state?.isQueueing ?? false,
      }
    },
  }),
  operation({
    id: 'reviews.test_translation',
    http: 'POST /reviews/translation/test',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Test the translation engine',
      description: 'Has the engine translate a text, and returns the result. Nothing is stored.',
    },
    input: {
      body: withExample(TranslationTest, { text: 'Keeps tea hot for an hour.', source: 'en', target: 'de' }),
    },
    output: { body: TranslationTestResult, errors: ['platform_not_configured'] },
    transaction: 'manual',
    async run({ body: { text, source, target }, services, request, storeEnvId }) {
      const engine = engineOf(services)
      if (!engine)
        throw conflict('No translation engine is set. The operator sets TRANSLATE_URL.', 'platform_not_configured')
      await services.actionLimits.spend('translation-test', storeEnvId, request.address, testLimits)
      const from = performance.now()
      const outcome = await translateWords(engine, { title: null, body: text }, { source, target })
      const durationMs = Math.round(performance.now() - from)
      return outcome instanceof EngineError
        ? { engine: engine.name, text: null, problem: outcome.message, durationMs }
        : { engine: engine.name, text: outcome.body, problem: null, durationMs }
    },
  }),
]
