import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { changeBranding, readBranding } from './commands.ts'
import { EmailBranding, EmailBrandingUpdate } from './schema.ts'

export default [
  operation({
    id: 'email_branding.get',
    http: 'GET /email-branding',
    tenancy: 'store',
    summary: 'Get the branding',
    returns: EmailBranding,
    oneQuery: true,
    run: ({ tx }) => readBranding(tx),
  }),
  operation({
    id: 'email_branding.update',
    http: 'PUT /email-branding',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Replace the branding',
    description:
      'Omitted fields return to their defaults. Unreadable text colours are refused; colours of button text, links and small print are computed.',
    body: withExample(EmailBrandingUpdate, {
      logoUrl: 'https://cdn.acme.example/logo.png',
      colors: { primary: '#0b6e4f', button: '#0b6e4f' },
      corners: 'rounded',
      footerAddress: 'Acme Ltd\n12 Mill Lane, Bristol BS1 4QD',
    }),
    returns: EmailBranding,
    manual: true,
    run: ({ db, services, caller, storeEnvId, body, audit }) =>
      changeBranding({ db, services, scope: { storeEnvId, organizationId: caller.organizationId } }, body, audit),
  }),
]
