import { operation } from '#platform/calls/operation.ts'
import { EvidenceSettings, SettingsChange } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'evidence.get_settings',
    http: 'GET /evidence/settings',
    tenancy: 'store',
    summary: 'What the public page of evidence shows, and when owners are told.',
    returns: EvidenceSettings,
    oneQuery: true,
    run: ({ tx }) => store.find(tx),
  }),
  operation({
    id: 'evidence.update_settings',
    http: 'PUT /evidence/settings',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Choose what the public page of evidence shows, and when owners are told.',
    body: SettingsChange,
    returns: EvidenceSettings,
    async run({ tx, audit, body }) {
      const before = await store.find(tx)
      const settings = { ...before, ...body }
      if (settings.publicMeter === before.publicMeter && settings.alertGap === before.alertGap) return before
      await store.upsert(tx, settings)
      await audit(tx, 'evidence_settings.changed', undefined, settings)
      return settings
    },
  }),
]
