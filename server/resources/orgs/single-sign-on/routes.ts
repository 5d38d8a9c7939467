import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { deleteSettings, readSettings, saveSettings } from './commands.ts'
import { addDomain, checkDomain, deleteDomain } from './domains.ts'
import {
  Attempt,
  Domain,
  NewDomain,
  SingleSignOn,
  SingleSignOnSettings,
  Trial,
  TrialStart,
  WhereToGo,
} from './schema.ts'
import { beginSignIn, beginTrial } from './sign-in.ts'

const own = { tenancy: 'organization', access: { role: 'OWNER', session: true } } as const

export default [
  operation({
    id: 'orgs.get_single_sign_on',
    http: 'GET /orgs/single-sign-on',
    ...own,
    doc: {
      summary: 'Get the single sign-on settings',
      description: 'Returns the identity provider of the organization, its domains and the rules for new members.',
    },
    output: { body: SingleSignOn },
    run: ({ tx, services }) => readSettings(tx, services),
  }),
  operation({
    id: 'orgs.set_single_sign_on',
    http: 'PUT /orgs/single-sign-on',
    ...own,
    doc: {
      summary: 'Set up single sign-on',
      description:
        'Works with any OpenID provider with a discovery document (Okta, Entra ID, Google, Keycloak …), with a confidential client and the authorization code flow. We read the document and refuse settings that cannot work. With `required`, members with an address of a proven domain get 403 `single_sign_on_required`, except owners. Changing the issuer removes existing links to accounts.',
    },
    input: {
      body: withExample(SingleSignOnSettings, {
        issuer: 'https://login.acme.example',
        clientId: 'evident',
        clientSecret: 'a7Qx-example-of-a-secret',
        defaultRole: 'VIEWER',
      }),
    },
    output: { body: SingleSignOn, errors: ['domain_not_proven'] },
    transaction: 'manual',
    run: ({ caller, body, ...outside }) => saveSettings(outside, caller.organizationId, body),
  }),
  operation({
    id: 'orgs.remove_single_sign_on',
    http: 'DELETE /orgs/single-sign-on',
    ...own,
    doc: {
      summary: 'Remove single sign-on',
      description: 'Deletes settings, domains and links, and ends the sessions that single sign-on opened.',
    },
    output: { errors: ['not_found'] },
    transaction: 'manual',
    async run({ caller, ...outside }) {
      await deleteSettings(outside, caller.organizationId)
      return undefined
    },
  }),
  operation({
    id: 'orgs.test_single_sign_on',
    http: 'POST /orgs/single-sign-on/test',
    ...own,
    doc: {
      summary: 'Test single sign-on',
      description:
        "Returns the address of the provider's sign-in page, to open in the browser. The browser returns to `next` with `singleSignOn=tested` or the error. The current session does not change. If the provider returns the email address of the account, the account is linked. Owners can sign in with the provider only after this link.",
    },
    input: { body: withExample(Trial, {}), optional: true },
    output: { body: TrialStart, secret: true, errors: ['not_found', 'temporarily_unavailable'] },
    transaction: 'manual',
    async run({ db, services, caller, body, request }) {
      const person = (await services.users.findSession(request.cookies))?.person
      const started = await beginTrial({ db, services }, caller.organizationId, {
        ...{ email: person?.email, userId: caller.id, next: body.next },
      })
      if (!started) throw notFound('single sign-on; set a provider first')
      return answer(200, { url: started.url }, { 'set-cookie': started.cookie })
    },
  }),
  operation({
    id: 'orgs.add_single_sign_on_domain',
    http: 'POST /orgs/single-sign-on/domains',
    ...own,
    doc: {
      summary: 'Add a single sign-on domain',
      description:
        'Returns the TXT record that proves the domain. A domain belongs to one organization at a time. Domains of mailbox providers are refused.',
    },
    input: { body: withExample(NewDomain, { domain: 'acme.example' }) },
    output: { body: Domain, status: 201, location: '/orgs/single-sign-on', errors: ['domain_known', 'limit_reached'] },
    run: ({ tx, audit, services, body }) => addDomain(tx, audit, services.secrets, body.domain),
  }),
  operation({
    id: 'orgs.verify_single_sign_on_domain',
    http: 'POST /orgs/single-sign-on/domains/:id/verify',
    ...own,
    doc: {
      summary: 'Verify a single sign-on domain',
      description:
        'We also check every hour, and every day after the domain is proven. If the record is missing for 72 hours, the domain is no longer proven, and owners get an email.',
    },
    input: { params: byId },
    output: { body: Domain, errors: ['not_found', 'domain_taken'] },
    transaction: 'manual',
    run: ({ db, services, caller, params }) => checkDomain({ db, services }, caller.organizationId, params.id),
  }),
  operation({
    id: 'orgs.remove_single_sign_on_domain',
    http: 'DELETE /orgs/single-sign-on/domains/:id',
    ...own,
    doc: {
      summary: 'Remove a single sign-on domain',
      description: 'People with an address of the domain sign in with a password again.',
    },
    input: { params: byId },
    output: { errors: ['not_found'] },
    async run({ tx, audit, params }) {
      await deleteDomain(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'auth.begin_single_sign_on',
    http: 'POST /auth/single-sign-on',
    tenancy: 'public',
    doc: {
      summary: 'Start single sign-on',
      description:
        'The response depends only on the domain of the address. The browser goes to `url`, returns to `GET /auth/single-sign-on/callback`, and continues to `next`. The session covers only the organization that proved the domain.',
    },
    input: { body: withExample(Attempt, { email: 'kim@acme.example' }) },
    output: { body: WhereToGo, secret: true, errors: ['origin_forbidden', 'temporarily_unavailable'] },
    async run({ db, services, body, request }) {
      requireOwnPage(request.page, services.users.origins)
      const started = await beginSignIn({ db, services, address: request.address }, body)
      return answer(200, { url: started?.url ?? null }, started && { 'set-cookie': started.cookie })
    },
  }),
]
