import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer, operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { readSettings, removeSettings, saveSettings } from './commands.ts'
import { addDomain, checkDomain, removeDomain } from './domains.ts'
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

const own = { tenancy: 'organization', role: 'OWNER', session: true } as const

export default [
  operation({
    id: 'orgs.get_single_sign_on',
    http: 'GET /orgs/single-sign-on',
    ...own,
    summary: 'Get how people of the organization sign in by its own OpenID provider, with its domains.',
    returns: SingleSignOn,
    run: ({ tx, services }) => readSettings(tx, services),
  }),
  operation({
    id: 'orgs.set_single_sign_on',
    http: 'PUT /orgs/single-sign-on',
    ...own,
    manual: true,
    summary: 'Set the OpenID provider, and who comes in by it.',
    description:
      'Any provider with a discovery document (Okta, Entra ID, Google, Keycloak …) and a confidential client that may use the authorization code flow. The document is read at once; what cannot work is refused with the reason. With `required`, members whose address is of a proven domain are refused with 403 `single_sign_on_required` from their next call, unless they came by the provider; owners are not. Another issuer forgets who was who at the former.',
    body: SingleSignOnSettings,
    returns: SingleSignOn,
    errors: ['domain_not_proven'],
    run: ({ caller, body, ...outside }) => saveSettings(outside, caller.organizationId, body),
  }),
  operation({
    id: 'orgs.remove_single_sign_on',
    http: 'DELETE /orgs/single-sign-on',
    ...own,
    manual: true,
    summary: 'Switch single sign-on off: settings, domains and links go, and the sessions made by it end.',
    errors: ['not_found'],
    async run({ caller, ...outside }) {
      await removeSettings(outside, caller.organizationId)
      return undefined
    },
  }),
  operation({
    id: 'orgs.test_single_sign_on',
    http: 'POST /orgs/single-sign-on/test',
    ...own,
    manual: true,
    secret: true,
    summary: 'Try the provider out: answers where the browser goes.',
    description:
      'It comes back to `next` with `singleSignOn=tested`, or the reason why not. The session stays what it is. Where the address is the same, the own account is linked: an owner signs in by the provider only after that.',
    body: Trial,
    bodyOptional: true,
    returns: TrialStart,
    errors: ['not_found', 'temporarily_unavailable'],
    async run({ db, services, caller, body, request }) {
      const person = (await services.users.sessionOf(request.cookies))?.person
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
    summary: 'Add a domain whose addresses sign in by the provider; answers the TXT record that proves it.',
    description: 'One organization at a time has a domain. Domains of mailbox providers are refused.',
    body: NewDomain,
    returns: Domain,
    status: 201,
    location: '/orgs/single-sign-on',
    errors: ['domain_known', 'limit_reached'],
    run: ({ tx, audit, services, body }) => addDomain(tx, audit, services.secrets, body.domain),
  }),
  operation({
    id: 'orgs.verify_single_sign_on_domain',
    http: 'POST /orgs/single-sign-on/domains/:id/verify',
    ...own,
    manual: true,
    summary: "Look for a domain's record now.",
    description:
      'Every hour, and once proven each day, it is looked for by itself. Missing for 72 hours, the domain is lost, and owners are told by mail.',
    params: byId,
    returns: Domain,
    errors: ['not_found', 'domain_taken'],
    run: ({ db, services, caller, params }) => checkDomain({ db, services }, caller.organizationId, params.id),
  }),
  operation({
    id: 'orgs.remove_single_sign_on_domain',
    http: 'DELETE /orgs/single-sign-on/domains/:id',
    ...own,
    summary: 'Give a domain up: its addresses sign in with a password again.',
    params: byId,
    errors: ['not_found'],
    async run({ tx, audit, params }) {
      await removeDomain(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'auth.begin_single_sign_on',
    http: 'POST /auth/single-sign-on',
    tenancy: 'public',
    manual: true,
    secret: true,
    summary: 'Find out where a person with this address signs in.',
    description:
      "Says of the address' domain alone whether an organization signs in by its own provider, and nothing of the address. The browser goes to `url` and comes back to `GET /auth/single-sign-on/callback`, which leads on to `next`. The session reaches that organization and none else of the person's.",
    body: Attempt,
    returns: WhereToGo,
    errors: ['origin_forbidden', 'temporarily_unavailable'],
    async run({ db, services, body, request }) {
      requireOwnPage(request.page, services.users.origins)
      const started = await beginSignIn({ db, services, address: request.address }, body)
      return answer(200, { url: started?.url ?? null }, started && { 'set-cookie': started.cookie })
    },
  }),
]
