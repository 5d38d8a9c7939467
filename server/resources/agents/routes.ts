import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { changeSwitches } from './commands.ts'
import { agentsFeature, toSettings } from './rules.ts'
import { AgentSettings, AgentSettingsChange } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'connectors.get_agents',
    http: 'GET /connectors/agents',
    tenancy: 'store',
    doc: {
      summary: 'Get the settings for shopping agents',
      description: 'Returns what shopping agents may read, and the public addresses for them.',
    },
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
    run: async ({ tx, audit, body, services: { origin }, storeEnvId }) =>
      toSettings(await changeSwitches(tx, audit, body), origin, storeEnvId),
  }),
]
