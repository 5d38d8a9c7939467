import { operation } from '#platform/calls/operation.ts'
import { changeHandle } from './commands.ts'
import { settingsOf } from './rules.ts'
import { HandleChange, maxFormerHandles, WebPageSettings } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'web_pages.get_settings',
    http: 'GET /web-pages/settings',
    tenancy: 'store',
    summary: "Get where the store's pages are.",
    returns: WebPageSettings,
    oneQuery: true,
    run: async ({ tx, services }) => settingsOf(await store.find(tx), services.origin),
  }),
  operation({
    id: 'web_pages.update_settings',
    http: 'PUT /web-pages/settings',
    tenancy: 'store',
    role: 'ADMIN',
    plan: 'web_pages',
    summary: "Say what the addresses of the store's pages begin with.",
    description: `A handle is one store's: one that is taken is 409 \`handle_taken\`. The one before leads on to the new one by a 301, and stays the store's; of those the latest ${maxFormerHandles} do.`,
    body: HandleChange,
    returns: WebPageSettings,
    errors: ['handle_taken'],
    async run({ tx, body, audit, storeEnvId, services }) {
      const { before, after } = await changeHandle(tx, body.handle)
      if (before.handle !== after.handle)
        await audit(
          tx,
          'web_pages.handle_changed',
          { type: 'store', id: storeEnvId },
          { from: before.handle, to: after.handle },
        )
      return settingsOf(after, services.origin)
    },
  }),
]
