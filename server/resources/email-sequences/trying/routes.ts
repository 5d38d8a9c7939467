import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { previewMail, simulateOrder } from './commands.ts'
import { Preview, PreviewRequest, Simulation, SimulationRequest } from './schema.ts'

const tried = { tenancy: 'store', plan: 'email_sequences', manual: true } as const

export default [
  operation({
    id: 'email_sequences.preview',
    http: 'POST /email-sequences/preview',
    ...tried,
    summary: 'Show a mail of a sequence, filled in with an order.',
    description:
      'Nothing is kept or sent. Show the HTML in a frame that runs no scripts: it is what a mail program would be sent.',
    body: PreviewRequest,
    returns: Preview,
    errors: ['not_found'],
    run: ({ db, storeEnvId, caller: { organizationId }, body }) =>
      previewMail({ db, scope: { storeEnvId, organizationId } }, body),
  }),
  operation({
    id: 'email_sequences.simulate',
    http: 'POST /email-sequences/:id/simulate',
    ...tried,
    summary: 'Say what would become of an order: what, when and why.',
    description:
      'A trial by the facts of this moment; nothing is kept or sent. An order that cannot begin a run is told why, and is tried as if it happened now. Of a sequence that begins with a review or in the loyalty programme, its buyer is tried.',
    params: byId,
    body: SimulationRequest,
    returns: Simulation,
    run: ({ db, services, storeEnvId, caller: { organizationId }, params, body }) =>
      simulateOrder({ db, scope: { storeEnvId, organizationId } }, services, params.id, body.orderId),
  }),
]
