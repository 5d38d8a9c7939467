import { isDeepStrictEqual } from 'node:util'
import { operation } from '#platform/calls/operation.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { withExample } from '#platform/values/wire.ts'
import { EvidenceSettings, SettingsChange } from './settings-schema.ts'
import * as store from './settings-store.ts'

export default [
  operation({
    id: 'evidence.get_settings',
    http: 'GET /evidence/settings',
    tenancy: 'store',
    doc: {
      summary: 'Get the evidence settings',
      description: 'Returns which parts of the ledger are public, and when owners are warned.',
    },
    output: { body: EvidenceSettings },
    transaction: 'single-query',
    run: ({ tx }) => store.find(tx),
  }),
  operation({
    id: 'evidence.update_settings',
    http: 'PUT /evidence/settings',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Update the evidence settings',
      description:
        'Sets which parts of the ledger are public, and when owners are warned. Omitted fields keep their values.',
    },
    input: { body: withExample(SettingsChange, { publicMeter: true, alertGap: 0.1 }) },
    output: { body: EvidenceSettings },
    async run({ tx, audit, body }) {
      const before = await store.find(tx)
      const settings = { ...before, ...body }
      if (isDeepStrictEqual(settings, before)) return before
      await store.upsert(tx, settings)
      await audit(tx, 'evidence_settings.changed', undefined, settings)
      // Drops cached responses for shopping agents, which contain the share of withheld reviews only while it is public.
      invalidateStorefront(tx)
      return settings
    },
  }),
]
