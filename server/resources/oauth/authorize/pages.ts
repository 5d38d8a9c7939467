import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Areas } from '#platform/areas/area.ts'
import { auditAs } from '#platform/audit/audit.ts'
import { requireOwnPage } from '#platform/auth/credentials.ts'
import { hashSecret } from '#platform/auth/keys.ts'
import type { SignedIn } from '#platform/auth/users.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { toClient } from '#platform/identity/client.ts'
import { type Page, sendPage } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import type { AppError } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import {
  chooseLanguage,
  codeSeconds,
  isSame,
  type Language,
  type OpenArea,
  openAreas,
  rolesUpTo,
  ticketMinutes,
  withAnswer,
} from '../rules.ts'
import * as store from '../store.ts'
import { type Choices, computeScopes, firstChoices, readChoices } from './choices.ts'
import { consentPage, notePage } from './page.ts'
import {
  type AuthorizationRequest,
  longestQuery,
  type NoteName,
  type ReadRequest,
  readRequest,
  type Scopes,
} from './request.ts'

const path = '/oauth/authorize'
const askedLimits = parseRateLimits('60/600s')
const longestForm = 64 * 1024

export const authorizePages = ({ scopes, operations }: Areas): PageRoute[] => {
  const known = [...scopes.served, ...scopes.coming]
  // Computed lazily, because all areas must be registered first.
  let open: OpenArea[] | undefined
  const read = (): Scopes => {
    open ??= openAreas(operations)
    return { known, open }
  }
  return [
    {
      id: 'oauth.authorize',
      method: 'GET',
      path,
      limit: 'address',
      refusal,
      handle: (kernel, request, reply) => ask(kernel, request, reply, read()),
    },
    {
      id: 'oauth.decide',
      method: 'POST',
      path,
      limit: 'address',
      refusal,
      handle: (kernel, request, reply) => decide(kernel, request, reply, read()),
    },
  ]
}

async function ask(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, scopes: Scopes) {
  const text = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  const language = languageFrom(request, text)
  if (text.length > longestQuery) return sendPage(reply, notePage(language, 'badRequest', 400))
  const signedIn = await kernel.services.users.findSession(request.headers.cookie)
  // Signed-out visitors are redirected before any lookup of the client.
  if (!signedIn) return leadTo(reply, signInPath(text))
  if (signedIn.cookies.length > 0) reply.header('set-cookie', signedIn.cookies)
  const query = new URLSearchParams(text)
  const organizationId = query.get('organization') ?? undefined
  query.delete('organization')
  const visit = { kernel, request, reply, scopes, language, signedIn }
  const seen = await look(visit, query.toString(), organizationId)
  if ('reply' in seen) return seen.reply
  const { asked, roles, stores } = seen
  const choices = firstChoices(asked.scopes, {
    roles,
    open: scopes.open,
    stores: stores.length === 1 ? stores.map(({ id }) => id) : [],
  })
  return sendPage(reply, buildPage(visit, seen, choices))
}

async function decide(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, scopes: Scopes) {
  const { services, db } = kernel
  const { origin, host, 'sec-fetch-site': site } = request.headers
  requireOwnPage({ origin, host, site: typeof site === 'string' ? site : undefined }, services.users.origins)
  const form = readForm(request)
  const query = form.get('request') ?? ''
  const language = languageFrom(request, query)
  if (query.length > longestQuery) return sendPage(reply, notePage(language, 'badRequest', 400))
  const signedIn = await services.users.findSession(request.headers.cookie)
  if (!signedIn) return leadTo(reply, signInPath(query))
  const organizationId = form.get('organization') ?? ''
  if (!isOwnTicket(kernel, signedIn, form.get('ticket') ?? '', query, organizationId))
    return sendPage(reply, notePage(language, 'expired', 403))
  const visit = { kernel, request, reply, scopes, language, signedIn }
  const seen = await look(visit, query, organizationId)
  if ('reply' in seen) return seen.reply
  const { asked, organization, stores, roles } = seen
  const answer = (given: Record<string, string>) =>
    leadTo(reply, withAnswer(asked.redirectUri, { ...given, state: asked.state, iss: services.origin }))
  if (form.get('decision') !== 'approve')
    return answer({ error: 'access_denied', error_description: 'The person refused.' })
  const choices = readChoices(form)
  const { role } = choices
  const open = new Set(stores.map(({ id }) => id))
  if (role === undefined || !roles.includes(role) || choices.stores.some((id) => !open.has(id)))
    return sendPage(reply, notePage(language, 'expired', 403))
  const granting = computeScopes(choices, asked.scopes, scopes.open)
  if (choices.stores.length === 0) return sendPage(reply, buildPage(visit, seen, choices, 'needsStore'))
  if (granting.length === 0) return sendPage(reply, buildPage(visit, seen, choices, 'needsScope'))
  const code = randomBytes(32).toString('base64url')
  const { person, session } = signedIn
  const granted = await db.organization(organization.organizationId, 'write', async (tx) => {
    const member = await store.lockMember(tx, organization.memberId)
    if (!member || !rolesUpTo(member.role).includes(role)) return false
    const id = newId(tx.now.getTime())
    const { client, redirectUri, challenge } = asked
    await store.insertGrant(tx, {
      ...{ id, memberId: organization.memberId, clientId: client.id, clientName: client.name },
      registeredClientId: client.registered?.id ?? null,
      ...{ stores: [...choices.stores], role, scopes: granting, challenge, redirectUri },
      secondFactor: session.secondFactor === 'passed',
      vouched: session.organizationId === organization.organizationId,
      code: hashSecret(code),
      codeExpiresAt: new Date(tx.now.getTime() + codeSeconds * 1000),
    })
    const by = auditAs(
      { type: 'user', id: person.id },
      toClient({ address: request.ip, userAgent: request.headers['user-agent'] }),
    )
    const target = { type: 'oauth_grant', id, name: client.name }
    await by(tx, 'oauth.granted', target, { client: client.id, role, scopes: granting, stores: [...choices.stores] })
    return true
  })
  return granted ? answer({ code }) : sendPage(reply, notePage(language, 'expired', 403))
}

type Visit = {
  kernel: Kernel
  request: FastifyRequest
  reply: FastifyReply
  scopes: Scopes
  language: Language
  signedIn: SignedIn
}

type ConsentFacts = {
  asked: AuthorizationRequest
  query: string
  organization: store.Membership
  others: store.Membership[]
  stores: { id: string; name: string }[]
  roles: ReturnType<typeof rolesUpTo>
}

async function look(
  visit: Visit,
  query: string,
  organizationId: string | undefined,
): Promise<ConsentFacts | { reply: FastifyReply }> {
  const { kernel, request, reply, scopes, language, signedIn } = visit
  const { db, services } = kernel
  const note = (name: NoteName, status: number, reason?: string) => ({
    reply: sendPage(reply, notePage(language, name, status, reason)),
  })
  await services.actionLimits.spend('oauth-consent', signedIn.person.id, request.ip, askedLimits)
  const read: ReadRequest = await readRequest({ db, services }, new URLSearchParams(query), scopes)
  if ('note' in read) return note(read.note, 400, read.reason)
  const { organizationId: vouchedBy, secondFactor } = signedIn.session
  const memberships = (await db.system('read', (tx) => store.listMemberships(tx, signedIn.person.id))).filter(
    (each) => vouchedBy === null || each.organizationId === vouchedBy,
  )
  const registeredBy = read.client.registered?.organizationId
  const possible = memberships.filter((each) => registeredBy === undefined || each.organizationId === registeredBy)
  // People outside the program's organization get "unknown client", and are not redirected to the program.
  if (registeredBy !== undefined && possible.length === 0) return note('unknownClient', 400)
  if ('answer' in read) return { reply: leadTo(reply, read.answer) }
  const organization = possible.find((each) => each.organizationId === organizationId) ?? possible[0]
  if (!organization) return note('noOrganization', 403)
  if (organization.singleSignOnRequired && vouchedBy === null) return note('singleSignOn', 403)
  if (organization.twoFactorRequired && secondFactor !== 'passed') return note('twoFactor', 403)
  return {
    asked: read.request,
    query,
    organization,
    others: possible.filter((each) => each !== organization),
    stores: await db.organization(organization.organizationId, 'read', store.listStores),
    roles: rolesUpTo(organization.role),
  }
}

function buildPage(
  { kernel, language, scopes, signedIn }: Visit,
  { asked, query, organization, others, stores, roles }: ConsentFacts,
  choices: Choices,
  problem?: 'needsStore' | 'needsScope',
): Page {
  const { organizationId, organization: name } = organization
  return consentPage({
    ...{ language, request: asked, stores, roles, choices, open: scopes.open },
    person: formatPerson(signedIn),
    organization: { id: organizationId, name },
    others: others.map((each) => ({
      name: each.organization,
      href: `${path}?${query}&organization=${each.organizationId}`,
    })),
    ...(problem && { problem }),
    hidden: {
      request: query,
      organization: organizationId,
      ticket: ticketFor(
        kernel,
        signedIn,
        query,
        organizationId,
        kernel.services.clock.nowMs() + ticketMinutes * 60_000,
      ),
    },
  })
}

/** The text includes the email address, because a person may have several accounts. */
const formatPerson = ({ person: { name, email } }: SignedIn) =>
  name === '' || name === email ? email : `${name} (${email})`

/** The ticket proves, without a table, that this page was made for this session and request. */
function ticketFor(
  { services }: Kernel,
  { session }: SignedIn,
  query: string,
  organizationId: string,
  endsMs: number,
): string {
  const request = createHash('sha256').update(query).digest('hex')
  const ends = Math.floor(endsMs / 1000)
  return `${ends}.${services.secrets.tokenFor(`oauth consent ${session.id} ${organizationId} ${request} ${ends}`)}`
}

function isOwnTicket(
  kernel: Kernel,
  signedIn: SignedIn,
  ticket: string,
  query: string,
  organizationId: string,
): boolean {
  const ends = Number(/^(\d{1,12})\./.exec(ticket)?.[1])
  if (!(ends * 1000 > kernel.services.clock.nowMs())) return false
  return isSame(ticket, ticketFor(kernel, signedIn, query, organizationId, ends * 1000))
}

function readForm({ body }: FastifyRequest): URLSearchParams {
  const text = Buffer.isBuffer(body) && body.length <= longestForm ? body.toString('utf8') : ''
  return new URLSearchParams(text)
}

const leadTo = (reply: FastifyReply, address: string) => reply.redirect(address, 303)

/** Encodes backslashes, because browsers leave those in queries unencoded, and `ownPath` refuses them. */
const signInPath = (query: string) => {
  const plain = query.replace(/[\\\p{Cc}]/gu, encodeURIComponent)
  return `/admin/sign-in?${new URLSearchParams({ next: plain ? `${path}?${plain}` : path })}`
}

const languageFrom = ({ headers }: FastifyRequest, query: string): Language =>
  chooseLanguage(
    query.length <= longestQuery ? (new URLSearchParams(query).get('ui_locales') ?? undefined) : undefined,
    headers['accept-language'],
  )

function refusal({ status }: AppError, request: FastifyRequest): Page {
  const name: NoteName =
    status === 429 ? 'tooMany' : status === 403 ? 'expired' : status < 500 ? 'badRequest' : 'failed'
  return notePage(languageFrom(request, ''), name, status)
}
