import { operation } from '#platform/calls/operation.ts'
import type { Services } from '#platform/calls/services.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { requireAllowed } from '#resources/outbound-webhooks/commands.ts'
import { changeGallery, createGallery, deleteGallery, requireGallery } from './commands.ts'
import type { LeadFormChanges } from './lead-form/schema.ts'
import { type GalleryRow, toSeenGallery, toSetGallery } from './rules.ts'
import { Gallery, GalleryChanges, GalleryFilters, GalleryPage, NewGallery, SetGallery } from './schema.ts'
import * as store from './store.ts'

/**
 * `manual`, because host names are resolved before the transaction begins. `secret`, because the response may contain a
 * secret.
 */
const receiving = { output: { secret: true }, transaction: 'manual' } as const

const written = { tenancy: 'store', access: { role: 'ADMIN' }, plan: { feature: 'galleries' } } as const

export default [
  operation({
    id: 'galleries.list',
    http: 'GET /galleries',
    tenancy: 'store',
    doc: {
      summary: 'List galleries, newest first',
      description: "Returns the store's galleries, newest first, one page at a time.",
    },
    input: { query: GalleryFilters },
    output: { body: GalleryPage },
    transaction: 'single-query',
    run: ({ tx, query, caller, storeEnvId, services: { media } }) =>
      store.list(tx, query, (row) => toSeenGallery(row, { storeEnvId, media }, caller)),
  }),
  operation({
    id: 'galleries.create',
    http: 'POST /galleries',
    ...written,
    ...receiving,
    doc: {
      summary: 'Create a gallery',
      description:
        'The gallery is a draft by default. A store can have up to 1,000 galleries. With `leadForm.webhookUrl`, only this response has the webhook secret. A webhook that a key sets gets no full email addresses, and stops when the key is revoked or expires.',
    },
    input: {
      body: withExample(NewGallery, {
        name: 'Home page',
        title: 'Seen at your homes',
        layout: 'masonry',
        columns: 4,
        status: 'published',
      }),
    },
    output: { ...receiving.output, body: SetGallery, status: 201, location: '/galleries/{id}', errors: ['conflict'] },
    async run({ db, caller, body, storeEnvId, services, audit }) {
      await requireReceiver(services, body.leadForm)
      return db.store({ storeEnvId, organizationId: caller.organizationId }, 'write', async (tx) => {
        const { gallery, webhookSecret } = await createGallery(tx, services.secrets, caller, body)
        await audit(tx, 'gallery.created', toTarget(gallery))
        return toSetGallery(gallery, { storeEnvId, media: services.media }, webhookSecret)
      })
    },
  }),
  operation({
    id: 'galleries.get',
    http: 'GET /galleries/:id',
    tenancy: 'store',
    doc: { summary: 'Get a gallery', description: 'Returns one gallery with its layout, texts and lead form.' },
    input: { params: byId },
    output: { body: Gallery },
    transaction: 'single-query',
    run: async ({ tx, params, caller, storeEnvId, services: { media } }) =>
      toSeenGallery(await requireGallery(tx, params.id), { storeEnvId, media }, caller),
  }),
  operation({
    id: 'galleries.update',
    http: 'PATCH /galleries/:id',
    ...written,
    ...receiving,
    doc: {
      summary: 'Update a gallery',
      description:
        'Omitted fields keep their values, also in `leadForm`; `translations` are replaced as a whole. A new `leadForm.webhookUrl` gets a new secret, only in this response. If a signed-in person saves the URL that a key set, the webhook gets full email addresses and outlives the key. Keys cannot change a URL that a person saved.',
    },
    input: {
      params: byId,
      body: withExample(GalleryChanges, {
        leadForm: {
          enabled: true,
          title: 'Write to us',
          consentText: 'I agree that my message is stored to answer it.',
          privacyUrl: 'https://shop.example.com/privacy',
          fields: { name: 'optional', phone: 'off', message: 'required' },
          notificationEmail: 'sales@shop.example.com',
        },
      }),
    },
    output: { ...receiving.output, body: SetGallery, errors: ['conflict'] },
    async run({ db, caller, params, body, storeEnvId, services, audit }) {
      await requireReceiver(services, body.leadForm)
      return db.store({ storeEnvId, organizationId: caller.organizationId }, 'write', async (tx) => {
        const { before, gallery, webhookSecret } = await changeGallery(tx, services.secrets, caller, params.id, body)
        if (gallery.status !== before.status)
          await audit(
            tx,
            gallery.status === 'published' ? 'gallery.published' : 'gallery.unpublished',
            toTarget(gallery),
          )
        const fields = changedFields(before, gallery)
        if (fields.length > 0) await audit(tx, 'gallery.lead_form_changed', toTarget(gallery), { fields })
        return toSetGallery(gallery, { storeEnvId, media: services.media }, webhookSecret)
      })
    },
  }),
  operation({
    id: 'galleries.delete',
    http: 'DELETE /galleries/:id',
    ...written,
    doc: {
      summary: 'Delete a gallery',
      description:
        'Review photos stay. Uploads that no other gallery uses are deleted, and so are the leads of the form. Export the leads first.',
    },
    input: { params: byId },
    async run({ tx, params, audit }) {
      await audit(tx, 'gallery.deleted', toTarget(await deleteGallery(tx, params.id)))
      return undefined
    },
  }),
]

const toTarget = ({ id, name }: { id: string; name: string }) => ({ type: 'gallery', id, name })

async function requireReceiver({ fetch }: Services, { webhookUrl: url }: LeadFormChanges = {}): Promise<void> {
  if (typeof url === 'string') await requireAllowed(fetch.refusal, url, '/leadForm/webhookUrl')
}

/**
 * Lists the names of the form's changed fields, because the audit log must show changes of recipients and consent texts.
 */
function changedFields(before: GalleryRow, after: GalleryRow): string[] {
  const said = ({ leadForm, webhook }: GalleryRow): Record<string, unknown> => ({
    ...leadForm,
    webhookUrl: webhook?.url,
  })
  const [one, other] = [said(before), said(after)]
  return Object.keys(other).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}
