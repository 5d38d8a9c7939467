import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { previewMail, simulateOrder } from './commands.ts'
import { Preview, PreviewRequest, Simulation, SimulationRequest } from './schema.ts'

const tried = { tenancy: 'store', plan: { feature: 'email_sequences' }, transaction: 'manual' } as const

export default [
  operation({
    id: 'email_sequences.preview',
    http: 'POST /email-sequences/preview',
    ...tried,
    doc: {
      summary: 'Preview an email of a sequence',
      description: 'Nothing is stored or sent. Show the HTML in a frame without scripts.',
    },
    input: {
      body: withExample(PreviewRequest, {
        mail: { subject: 'Thank you, {{ customer.firstName }}', body: 'Your order {{ order.number }} is on its way.' },
      }),
    },
    output: { body: Preview, errors: ['not_found'] },
    run: ({ db, storeEnvId, caller: { organizationId }, body }) =>
      previewMail({ db, scope: { storeEnvId, organizationId } }, body),
  }),
  operation({
    id: 'email_sequences.simulate',
    http: 'POST /email-sequences/:id/simulate',
    ...tried,
    doc: {
      summary: 'Simulate a sequence for an order',
      description:
        'Uses current data; nothing is stored or sent. If the order would not start a run, the response gives the reason, and the simulation assumes that the event happens now. Sequences triggered by reviews or loyalty use the buyer of the order.',
    },
    input: { params: byId, body: withExample(SimulationRequest, { orderId: '019a9f4f-9f30-7b11-8e6e-90a1b2c3d403' }) },
    output: { body: Simulation },
    run: ({ db, services, storeEnvId, caller: { organizationId }, params, body }) =>
      simulateOrder({ db, scope: { storeEnvId, organizationId } }, services, params.id, body.orderId),
  }),
]
