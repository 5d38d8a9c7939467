// Only a signed-in owner or admin can connect a shop. Otherwise an attacker could connect a stranger's shop and receive its
// orders.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { auditAs, toActor } from '#platform/audit/audit.ts'
import { callerOfBrowser } from '#platform/auth/browser-caller.ts'
import { requireOwnPage } from '#platform/auth/credentials.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { basePath } from '#platform/calls/operation.ts'
import { hasRole } from '#platform/identity/caller.ts'
import { toClient } from '#platform/identity/client.ts'
import { sendPage } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { unauthenticated } from '#platform/values/errors.ts'
import { confirmPage, refusedPage } from './consent-page.ts'
import { findConsent, finishInstallation } from './installation.ts'

const path = `${basePath}/connectors/shopify/callback` as const
/** We set this parameter on the way back from the sign-in page. Signing in is not consent, so the page asks again. */
const confirmParameter = 'confirm'
const longestAnswer = 8_000

export const shopPages: readonly PageRoute[] = [
  {
    id: 'connectors.finish_shopify',
    method: 'GET',
    path,
    limit: 'address',
    handle(kernel, request, reply) {
      const query = readQuery(request)
      const mayFinish = !query.has(confirmParameter) && request.method !== 'HEAD'
      query.delete(confirmParameter)
      return goOn(kernel, request, reply, { query, mayFinish })
    },
    refusal: (error, request) => refusedPage(request.headers, error, readQuery(request).get('state') ?? ''),
  },
  {
    id: 'connectors.confirm_shopify',
    method: 'POST',
    path,
    limit: 'address',
    handle(kernel, request, reply) {
      const { origin, host, 'sec-fetch-site': site } = request.headers
      requireOwnPage({ origin, host, site: typeof site === 'string' ? site : undefined }, kernel.services.users.origins)
      return goOn(kernel, request, reply, { query: postedAnswer(request), mayFinish: true })
    },
    refusal: (error, request) => refusedPage(request.headers, error, postedAnswer(request).get('state') ?? ''),
  },
]

async function goOn(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, mayFinish }: { query: URLSearchParams; mayFinish: boolean },
): Promise<FastifyReply> {
  const { db, services } = kernel
  const consent = await findConsent(db, services, query)
  if (!consent) throw refused()
  const answer = query.toString()
  const browser = await callerOfBrowser(kernel, request.headers.cookie, consent.scope)
  if (browser && browser.signedIn.cookies.length > 0) reply.header('set-cookie', browser.signedIn.cookies)
  if (!browser && request.method === 'POST') return leadTo(reply, signInPath(answer), 303)
  const { admitted } = browser ?? {}
  const isAllowed = admitted !== undefined && hasRole(admitted.caller.role, 'ADMIN')
  if (!isAllowed || !mayFinish) {
    const names = { ...consent.names, ...(browser && { person: browser.signedIn.person.email }) }
    const state = isAllowed ? 'allowed' : browser ? 'not allowed' : 'signed out'
    return sendPage(reply, confirmPage(request.headers, { names, state, answer, path }))
  }
  kernel.requirePlan({ method: 'POST', tenancy: 'store' }, admitted.subscription, services.clock.now())
  const client = toClient({ address: request.ip, userAgent: request.headers['user-agent'] })
  const isDone = await finishInstallation(db, services, auditAs(toActor(admitted.caller), client), consent)
  if (!isDone) throw refused()
  return leadTo(reply, `${services.origin}/admin`, 302)
}

const refused = () => unauthenticated("Shopify's answer is invalid or expired. Connect the shop again.")

const leadTo = (reply: FastifyReply, address: string, status: 302 | 303) => reply.redirect(address, status)

const signInPath = (answer: string) =>
  `/admin/sign-in?${new URLSearchParams({ next: `${path}?${answer}&${confirmParameter}=1` })}`

function readQuery({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf('?')
  return bounded(at === -1 ? '' : url.slice(at + 1))
}

function postedAnswer({ body }: FastifyRequest): URLSearchParams {
  const text = Buffer.isBuffer(body) && body.length <= 3 * longestAnswer ? body.toString('utf8') : ''
  return bounded(new URLSearchParams(text).get('answer') ?? '')
}

const bounded = (query: string) => new URLSearchParams(query.length <= longestAnswer ? query : '')
