import { operation } from '#platform/calls/operation.ts'
import type { Services } from '#platform/calls/services.ts'
import { type Caller, hasRole } from '#platform/identity/caller.ts'
import { computeFirstRun, type Facts, isNoSender } from './rules.ts'
import { FirstRun, FirstRunChange } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'features.get_first_run',
    http: 'GET /features/first-run',
    tenancy: 'store',
    oneQuery: true,
    summary: 'What is done of setting up the store, and what comes next.',
    description:
      'Nobody ticks it off: each step is done once the facts say so. Widgets are seen when a page of the shop, by its origin, asks for what they show; that is kept as two dates for each kind, without anything of the visitor.',
    returns: FirstRun,
    run: async ({ tx, caller, services }) => answerOf(await store.find(tx), caller, services),
  }),
  operation({
    id: 'features.update_first_run',
    http: 'PATCH /features/first-run',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Put steps of setting up the store aside, or take them up again.',
    body: FirstRunChange,
    returns: FirstRun,
    async run({ tx, body, caller, services }) {
      await store.upsert(tx, [...new Set(body.skipped)])
      return answerOf(await store.find(tx), caller, services)
    },
  }),
]

const answerOf = (facts: Facts, caller: Caller, { mail, config }: Services): FirstRun =>
  computeFirstRun(facts, { sends: mail.transport === 'smtp', hasAddress: !isNoSender(config.mailFrom) }, (role) =>
    hasRole(caller.role, role),
  )
