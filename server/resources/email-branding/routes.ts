import { operation } from '#platform/calls/operation.ts'
import { changeBranding, readBranding } from './commands.ts'
import { EmailBranding, EmailBrandingUpdate } from './schema.ts'

export default [
  operation({
    id: 'email_branding.get',
    http: 'GET /email-branding',
    tenancy: 'store',
    summary: "The store's brand: how its mail, its form and its widgets look.",
    returns: EmailBranding,
    oneQuery: true,
    run: ({ tx }) => readBranding(tx),
  }),
  operation({
    id: 'email_branding.update',
    http: 'PUT /email-branding',
    tenancy: 'store',
    role: 'ADMIN',
    summary: "Set the store's brand: how its mail, its form and its widgets look.",
    description:
      'The whole look at once: what is left out goes back to how the service has it. Text that could not be read on the card is refused; the colours of the letters on the button, of links and of the small print are computed.',
    body: EmailBrandingUpdate,
    returns: EmailBranding,
    manual: true,
    run: ({ db, services, caller, storeEnvId, body, audit }) =>
      changeBranding({ db, services, scope: { storeEnvId, organizationId: caller.organizationId } }, body, audit),
  }),
]
