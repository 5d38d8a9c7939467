import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { changeBranding, readBranding } from './commands.ts'
import { EmailBranding, EmailBrandingUpdate } from './schema.ts'

export default [
  operation({
    id: 'email_branding.get',
    http: 'GET /email-branding',
    tenancy: 'store',
    doc: {
      summary: 'Get the branding',
      description: "Returns the sender name, logo, colours, font and footer of the store's emails.",
    },
    output: { body: EmailBranding },
    transaction: 'single-query',
    run: ({ tx }) => readBranding(tx),
  }),
  operation({
    id: 'email_branding.update',
    http: 'PUT /email-branding',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Replace the branding',
      description:
        'Omitted fields return to their defaults. Unreadable text colours are refused; colours of button text, links and small print are computed.',
    },
    input: {
      body: withExample(EmailBrandingUpdate, {
        logoUrl: 'https://cdn.acme.example/logo.png',
        colors: { primary: '#0b6e4f', button: '#0b6e4f' },
        corners: 'rounded',
        footerAddress: 'Acme Ltd\n12 Mill Lane, Bristol BS1 4QD',
      }),
    },
    output: { body: EmailBranding },
    transaction: 'manual',
    run: ({ db, services, caller, storeEnvId, body, audit }) =>
      changeBranding({ db, services, scope: { storeEnvId, organizationId: caller.organizationId } }, body, audit),
  }),
]
