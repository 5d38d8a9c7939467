import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { changeHandle } from './commands.ts'
import { toSettings } from './rules.ts'
import { HandleChange, maxFormerHandles, WebPageSettings } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'web_pages.get_settings',
    http: 'GET /web-pages/settings',
    tenancy: 'store',
    doc: {
      summary: 'Get the web page settings',
      description: 'Returns the start of all page addresses, its handle, and former handles, which redirect.',
    },
    output: { body: WebPageSettings },
    transaction: 'single-query',
    run: async ({ tx, services }) => toSettings(await store.find(tx), services.origin),
  }),
  operation({
    id: 'web_pages.update_settings',
    http: 'PUT /web-pages/settings',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'web_pages' },
    doc: {
      summary: 'Set the handle of web pages',
      description: `A handle is unique; one in use gets 409 \`handle_taken\`. The latest ${maxFormerHandles} previous handles redirect with 301 and stay reserved.`,
    },
    input: { body: withExample(HandleChange, { handle: 'acme-mugs' }) },
    output: { body: WebPageSettings, errors: ['handle_taken'] },
    async run({ tx, body, audit, storeEnvId, services }) {
      const { before, after } = await changeHandle(tx, body.handle)
      if (before.handle !== after.handle)
        await audit(
          tx,
          'web_pages.handle_changed',
          { type: 'store', id: storeEnvId },
          { from: before.handle, to: after.handle },
        )
      return toSettings(after, services.origin)
    },
  }),
]
