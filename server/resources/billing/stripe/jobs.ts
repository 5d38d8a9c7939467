import { Type } from 'typebox'
import { auditAs } from '#platform/audit/audit.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { findSubscription } from '../commands.ts'
import { endStaleActs, finishActJob } from './acts.ts'
import { reconcile, syncJob } from './reconciliation.ts'
import { applyEvent, applyEventJob } from './reports.ts'
import { syncSubscription } from './sync.ts'

const sells = ({ config }: { config: { billing: string } }) => config.billing === 'stripe'

const audit = auditAs({ type: 'system', name: 'Stripe' })

export default [
  job({
    id: applyEventJob,
    across: true,
    payload: Type.Object({ event: Type.String() }),
    async run({ db, services }, { event }) {
      if (sells(services)) await applyEvent({ db, services }, event)
    },
  }),
  job({
    // Runs when the lease of an act has expired. The act is still open only if its process died.
    id: finishActJob,
    payload: OfStore,
    async run({ db, services }, scope) {
      if (!sells(services)) return
      const row = await db.store(scope, 'read', findSubscription)
      const id = row?.provider === 'stripe' ? row.providerSubscription : null
      if (id !== null) await syncSubscription({ db, services, audit }, scope, id, { source: 'reconciliation' })
      await db.store(scope, 'write', endStaleActs)
    },
  }),
  job({
    id: syncJob,
    payload: Type.Object({ storeEnvId: Type.String(), organizationId: Type.String(), subscription: Type.String() }),
    async run({ db, services }, { subscription, ...scope }) {
      if (sells(services))
        await syncSubscription({ db, services, audit }, scope, subscription, { source: 'reconciliation' })
    },
  }),
  job({
    id: 'billing.reconcile_stripe',
    operatorName: 'stripe-reconciliation',
    across: true,
    bulk: 'stripe',
    payload: Type.Object({}),
    schedule: '23 3 * * *',
    async run({ db, services, now, stopping }) {
      if (sells(services)) await reconcile({ db, services, now, stopping })
    },
  }),
]
