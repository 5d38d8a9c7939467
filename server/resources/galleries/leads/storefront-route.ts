import { operation } from '#platform/calls/operation.ts'
import { invalidField } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { requireFormPace } from '#resources/storefront/form/rules.ts'
import { readForm, takeLead } from './commands.ts'
import { readLead } from './rules.ts'
import { NewLead, ReceivedLead } from './schema.ts'

/** Counts only accepted leads, so that correcting a field does not use up the limit. */
const leadsOfVisitor = parseRateLimits('10/10m')

export default [
  operation({
    id: 'storefront.submit_lead',
    http: 'POST /storefront/galleries/:id/leads',
    tenancy: 'storefront',
    plan: { feature: 'galleries' },
    doc: {
      summary: 'Submit a lead form',
      description:
        'Only the store sees the lead, and we store only fields the form asks for. The same message from one address within a day counts once. A visitor can send ten leads within ten minutes.',
    },
    input: {
      params: byId,
      body: withExample(NewLead, {
        email: 'sam.fuller@customer.example',
        name: 'Sam Fuller',
        message: 'Do you ship to Norway?',
        locale: 'en',
        consent: true,
        startedAt: 'mi7h3k00.0d2Vb5x1Qm8Zr4Tt6Yw9Ks',
      }),
    },
    output: { body: ReceivedLead, status: 202, errors: ['not_found'] },
    async run({ tx, params, body, request, services, storefront, storeEnvId, now }) {
      const form = await readForm(tx, params.id)
      if (!body.consent) throw invalidField('/consent', 'must be true: without consent nothing is kept')
      requireFormPace(services.secrets, storeEnvId, body.startedAt, now)
      const said = readLead(form.form, body)
      await services.actionLimits.spend('gallery leads', storeEnvId, request.address, leadsOfVisitor)
      const { storeName: name, origin: url } = storefront
      return takeLead(tx, services, form, said, {
        galleryId: params.id,
        isSpam: Boolean(body.homepage?.trim()),
        address: request.address,
        store: { name, url },
      })
    },
  }),
]
