import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { requireNamed, requirePage } from './commands.ts'
import { ensureHandle } from './handles/commands.ts'
import { previewHours, signToken } from './preview-rules.ts'
import { Preview, PreviewRequest } from './preview-schema.ts'
import { changedContent } from './rules.ts'
import { findNewest } from './shown/store.ts'
import { readDocument } from './shown/write.ts'
import { findPlace } from './store.ts'

export default [
  operation({
    id: 'web_pages.preview',
    http: 'POST /web-pages/:id/preview',
    tenancy: 'store',
    plan: { feature: 'web_pages' },
    doc: {
      summary: 'Preview a web page',
      description: `\`url\` shows the newest version and expires after ${previewHours} hours. \`html\` shows that version with the changes in the request. Neither changes the public page.`,
    },
    input: { params: byId, body: withExample(PreviewRequest, { title: 'Who we are', reader: 'de' }), optional: true },
    output: { body: Preview, secret: true },
    transaction: 'manual',
    async run({ db, params, body, caller, storeEnvId, now, services }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const { reader: locale, ...changes } = body
      const { url, write } = await db.store(scope, 'write', async (tx) => {
        const page = await requirePage(tx, params.id)
        await requireNamed(tx, changes)
        await ensureHandle(tx)
        const { origins, timezone, name } = await findPlace(tx)
        const facts = orNotFound(await findNewest(tx, params.id), 'web page', params.id)
        const endsAt = new Date(now.getTime() + previewHours * 3_600_000)
        const token = signToken(services.secrets, { storeEnvId, pageId: page.id }, endsAt)
        const shown = { ...facts, ...changedContent(page, changes, origins) }
        return {
          url: `${services.origin}/p/${facts.handle}/${facts.slug}?preview=${token}`,
          write: await readDocument(tx, shown, { locale }, { services, timezone, shop: origins[0], name }),
        }
      })
      return {
        url,
        expiresAt: new Date(Math.floor(now.getTime() / 1000) * 1000 + previewHours * 3_600_000).toISOString(),
        html: (await write()).text,
      }
    },
  }),
]
