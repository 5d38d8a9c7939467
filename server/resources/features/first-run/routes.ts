import { operation } from '#platform/calls/operation.ts'
import type { Services } from '#platform/calls/services.ts'
import { type Caller, hasRole } from '#platform/identity/caller.ts'
import { withExample } from '#platform/values/wire.ts'
import { computeFirstRun, type Facts, isNoSender } from './rules.ts'
import { FirstRun, FirstRunChange } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'features.get_first_run',
    http: 'GET /features/first-run',
    tenancy: 'store',
    doc: {
      summary: 'Get the setup progress',
      description:
        'Each step is computed from facts. A widget counts after a shop page has loaded it; we store two dates per widget and no visitor data.',
    },
    output: { body: FirstRun },
    transaction: 'single-query',
    run: async ({ tx, caller, services }) => buildAnswer(await store.find(tx), caller, services),
  }),
  operation({
    id: 'features.update_first_run',
    http: 'PATCH /features/first-run',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Skip or restore setup steps',
      description: 'Replaces the list of skipped setup steps. Steps that are left out are no longer skipped.',
    },
    input: { body: withExample(FirstRunChange, { skipped: ['feed'] }) },
    output: { body: FirstRun },
    async run({ tx, body, caller, services }) {
      await store.upsert(tx, [...new Set(body.skipped)])
      return buildAnswer(await store.find(tx), caller, services)
    },
  }),
]

const buildAnswer = (facts: Facts, caller: Caller, { mail, config }: Services): FirstRun =>
  computeFirstRun(facts, { sends: mail.transport === 'smtp', hasAddress: !isNoSender(config.mailFrom) }, (role) =>
    hasRole(caller.role, role),
  )
