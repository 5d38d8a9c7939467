import { operation } from '#platform/calls/operation.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { withExample } from '#platform/values/wire.ts'
import { agentsFeature, toSettings } from './rules.ts'
import { AgentSettings, AgentSettingsChange } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'connectors.get_agents',
    http: 'GET /connectors/agents',
    tenancy: 'store',
    doc: { summary: 'Get the settings for shopping agents' },
    output: { body: AgentSettings },
    transaction: 'single-query',
    run: async ({ tx, services: { origin }, storeEnvId }) =>
      toSettings(await store.findSwitches(tx), origin, storeEnvId),
  }),
  operation({
    id: 'connectors.update_agents',
    http: 'PUT /connectors/agents',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: agentsFeature },
    doc: {
      summary: 'Update the settings for shopping agents',
      description:
        'Opens or closes the public addresses from the next request on. They show only what the storefront shows: approved reviews of active products, without addresses and orders.',
    },
    input: { body: withExample(AgentSettingsChange, { enabled: true, excerpts: true, faqs: true }) },
    output: { body: AgentSettings },
    async run({ tx, audit, body, services: { origin }, storeEnvId }) {
      const before = await store.findSwitches(tx)
      const { enabled, excerpts, faqs } = { ...before, ...body }
      const switches = { enabled, excerpts, faqs }
      if (JSON.stringify(switches) !== JSON.stringify(before)) {
        await store.upsertSwitches(tx, switches)
        await audit(tx, 'agents.settings_updated', { type: 'store', id: storeEnvId }, switches)
        invalidateStorefront(tx)
      }
      return toSettings(switches, origin, storeEnvId)
    },
  }),
]
