import type { PersonalData } from '#platform/areas/personal-data.ts'
import { operation } from '#platform/calls/operation.ts'
import { readErasureMode } from '#resources/reviews/commands.ts'
import { erasePerson } from './commands.ts'
import { ErasureRequest, ErasureSettings, erasureOf } from './schema.ts'
import * as store from './store.ts'

export const erasureOperations = (areas: readonly PersonalData[]) => [
  operation({
    id: 'customers.erase',
    http: 'POST /customers/erase',
    tenancy: 'store',
    role: 'ADMIN',
    worksWhileLapsed: true,
    summary: 'Forget one person.',
    description:
      'Orders keep their totals and lose name and address; the customer goes; reviews go with their photos, or keep rating and text without a name, as the store has chosen. It cannot be undone.',
    body: ErasureRequest,
    returns: erasureOf(areas.flatMap(({ counts }) => counts ?? [])),
    run: ({ tx, body, audit, services: { secrets } }) => erasePerson(tx, { audit, secrets }, areas, body.email),
  }),
  operation({
    id: 'customers.get_erasure_settings',
    http: 'GET /customers/erasure-settings',
    tenancy: 'store',
    summary: 'What an erasure does to reviews.',
    returns: ErasureSettings,
    oneQuery: true,
    run: async ({ tx }) => ({ mode: await readErasureMode(tx) }),
  }),
  operation({
    id: 'customers.update_erasure_settings',
    http: 'PUT /customers/erasure-settings',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Choose what an erasure does to reviews.',
    body: ErasureSettings,
    returns: ErasureSettings,
    async run({ tx, body, audit, storeEnvId }) {
      await store.upsertMode(tx, body.mode)
      await audit(tx, 'customer.erasure_settings_updated', { type: 'store', id: storeEnvId }, { mode: body.mode })
      return { mode: body.mode }
    },
  }),
]
