import type { PersonalData } from '#platform/areas/personal-data.ts'
import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { readErasureMode } from '#resources/reviews/commands.ts'
import { erasePerson } from './commands.ts'
import { buildErasure, ErasureRequest, ErasureSettings } from './schema.ts'
import * as store from './store.ts'

export const erasureOperations = (areas: readonly PersonalData[]) => [
  operation({
    id: 'customers.erase',
    http: 'POST /customers/erase',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { whileLapsed: true },
    doc: {
      summary: 'Erase a person',
      description:
        'Orders keep their totals and lose name and address. The customer is deleted. The setting of the store decides about reviews: they are deleted with their photos, or keep rating and text without a name. This cannot be undone.',
    },
    input: { body: withExample(ErasureRequest, { email: 'jane.doe@customer.example' }) },
    output: { body: buildErasure(areas.flatMap(({ counts }) => Object.entries(counts ?? {}))) },
    run: ({ tx, body, audit, services: { secrets } }) => erasePerson(tx, { audit, secrets }, areas, body.email),
  }),
  operation({
    id: 'customers.get_erasure_settings',
    http: 'GET /customers/erasure-settings',
    tenancy: 'store',
    doc: {
      summary: 'Get the erasure settings',
      description: 'Returns what an erasure does with the reviews of a person: delete them, or remove the name.',
    },
    output: { body: ErasureSettings },
    transaction: 'single-query',
    run: async ({ tx }) => ({ mode: await readErasureMode(tx) }),
  }),
  operation({
    id: 'customers.update_erasure_settings',
    http: 'PUT /customers/erasure-settings',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Update the erasure settings',
      description: 'Sets what an erasure does with the reviews of a person: delete them, or remove the name.',
    },
    input: { body: withExample(ErasureSettings, { mode: 'anonymize' }) },
    output: { body: ErasureSettings },
    async run({ tx, body, audit, storeEnvId }) {
      await store.upsertMode(tx, body.mode)
      await audit(tx, 'customer.erasure_settings_updated', { type: 'store', id: storeEnvId }, { mode: body.mode })
      return { mode: body.mode }
    },
  }),
]
