import { operation } from '#platform/calls/operation.ts'
import type { Services } from '#platform/calls/services.ts'
import { byId } from '#platform/values/wire.ts'
import { requireAllowed } from '#resources/outbound-webhooks/commands.ts'
import { changeGallery, createGallery, removeGallery, requireGallery } from './commands.ts'
import type { LeadFormChanges } from './lead-form/schema.ts'
import { type GalleryRow, toSeenGallery, toSetGallery } from './rules.ts'
import { Gallery, GalleryChanges, GalleryFilters, GalleryPage, NewGallery, SetGallery } from './schema.ts'
import * as store from './store.ts'

/** `manual`, because host names are resolved before a transaction begins; `secret`, because the answer may hold one. */
const receiving = { manual: true, secret: true } as const

const written = { tenancy: 'store', role: 'ADMIN', plan: 'galleries' } as const

export default [
  operation({
    id: 'galleries.list',
    http: 'GET /galleries',
    tenancy: 'store',
    summary: 'List galleries, newest first.',
    query: GalleryFilters,
    returns: GalleryPage,
    oneQuery: true,
    run: ({ tx, query, caller, storeEnvId, services: { media } }) =>
      store.list(tx, query, (row) => toSeenGallery(row, { storeEnvId, media }, caller)),
  }),
  operation({
    id: 'galleries.create',
    http: 'POST /galleries',
    ...written,
    summary: 'Make a gallery, without pictures yet.',
    description:
      'A draft, unless `status` says otherwise. A store has up to 1,000. With `leadForm.webhookUrl` the secret of that webhook is in this answer and nowhere else. A webhook that a key sets gets masked addresses and ends with the key.',
    body: NewGallery,
    returns: SetGallery,
    status: 201,
    location: '/galleries/{id}',
    errors: ['conflict'],
    ...receiving,
    async run({ db, caller, body, storeEnvId, services, audit }) {
      await requireReceiver(services, body.leadForm)
      return db.store({ storeEnvId, organizationId: caller.organizationId }, 'write', async (tx) => {
        const { gallery, webhookSecret } = await createGallery(tx, services.secrets, caller, body)
        await audit(tx, 'gallery.created', targetOf(gallery))
        return toSetGallery(gallery, { storeEnvId, media: services.media }, webhookSecret)
      })
    },
  }),
  operation({
    id: 'galleries.get',
    http: 'GET /galleries/:id',
    tenancy: 'store',
    summary: 'Get a gallery.',
    params: byId,
    returns: Gallery,
    oneQuery: true,
    run: async ({ tx, params, caller, storeEnvId, services: { media } }) =>
      toSeenGallery(await requireGallery(tx, params.id), { storeEnvId, media }, caller),
  }),
  operation({
    id: 'galleries.update',
    http: 'PATCH /galleries/:id',
    ...written,
    summary: 'Change a gallery, publish it or take it back.',
    description:
      'What is not named stays, in `leadForm` too; `translations` are replaced whole. A new `leadForm.webhookUrl` gets a secret of its own, which is in this answer and nowhere else. A signed-in person who saves the same address adopts it; no key changes an address that a person saved.',
    params: byId,
    body: GalleryChanges,
    returns: SetGallery,
    errors: ['conflict'],
    ...receiving,
    async run({ db, caller, params, body, storeEnvId, services, audit }) {
      await requireReceiver(services, body.leadForm)
      return db.store({ storeEnvId, organizationId: caller.organizationId }, 'write', async (tx) => {
        const { before, gallery, webhookSecret } = await changeGallery(tx, services.secrets, caller, params.id, body)
        if (gallery.status !== before.status)
          await audit(
            tx,
            gallery.status === 'published' ? 'gallery.published' : 'gallery.unpublished',
            targetOf(gallery),
          )
        const fields = changedFields(before, gallery)
        if (fields.length > 0) await audit(tx, 'gallery.lead_form_changed', targetOf(gallery), { fields })
        return toSetGallery(gallery, { storeEnvId, media: services.media }, webhookSecret)
      })
    },
  }),
  operation({
    id: 'galleries.delete',
    http: 'DELETE /galleries/:id',
    ...written,
    summary: 'Delete a gallery.',
    description:
      'Photos stay with their reviews; uploads that no other gallery has go, and so do the leads of its form: export them first.',
    params: byId,
    async run({ tx, params, audit }) {
      await audit(tx, 'gallery.deleted', targetOf(await removeGallery(tx, params.id)))
      return undefined
    },
  }),
]

const targetOf = ({ id, name }: { id: string; name: string }) => ({ type: 'gallery', id, name })

async function requireReceiver({ fetch }: Services, { webhookUrl: url }: LeadFormChanges = {}): Promise<void> {
  if (typeof url === 'string') await requireAllowed(fetch.refusal, url, '/leadForm/webhookUrl')
}

/** Names of the form's changed fields, because recipients and consent texts belong in the audit log. */
function changedFields(before: GalleryRow, after: GalleryRow): string[] {
  const said = ({ leadForm, webhook }: GalleryRow): Record<string, unknown> => ({
    ...leadForm,
    webhookUrl: webhook?.url,
  })
  const [one, other] = [said(before), said(after)]
  return Object.keys(other).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}
