// Signs in with a redirect, whose single-use state is bound to the browser, and a callback with a code.
import { randomBytes } from 'node:crypto'
import { ProviderProblem } from '#integrations/openid/problems.ts'
import { auditAs } from '#platform/audit/audit.ts'
import { hashSecret } from '#platform/auth/keys.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, OrganizationDb } from '#platform/db/db.ts'
import type { Client } from '#platform/identity/client.ts'
import { AppError } from '#platform/values/errors.ts'
import { callbackUrl, discoverProvider } from './commands.ts'
import { admit, linkOwn, SignInRefusal } from './joining.ts'
import { attemptLimits, attemptMinutes, parseDomain, readNext, readTrialNext } from './rules.ts'
import * as store from './store.ts'

type Start = { url: string; cookie: string }

/** Undefined if addresses of this domain use passwords. The result reveals nothing else about the address. */
export async function beginSignIn(
  { db, services, address }: { db: CrossDb; services: Services; address: string },
  { email, next }: { email: string; next?: string },
): Promise<Start | undefined> {
  const path = readNext(next, services.origin)
  await services.actionLimits.spend('single-sign-on', 'all', address, attemptLimits)
  const settings = await db.system('read', (tx) => store.findByDomain(tx, parseDomain(email)))
  return settings && begin({ db, services }, settings, { email, userId: null, next: path })
}

export async function beginTrial(
  { db, services }: { db: OrganizationDb; services: Services },
  organizationId: string,
  { email, userId, next }: { email: string | undefined; userId: string; next: string | undefined },
): Promise<Start | undefined> {
  const path = readTrialNext(next, services.origin)
  const settings = await db.organization(organizationId, 'read', store.find)
  return settings && begin({ db, services }, settings, { email, userId, next: path })
}

async function begin(
  { db, services }: { db: OrganizationDb; services: Services },
  settings: store.SettingsRow,
  { email, userId, next }: { email: string | undefined; userId: string | null; next: string | undefined },
): Promise<Start> {
  const { clock, secrets } = services
  const provider = await discoverProvider(services, settings).catch((error) => {
    throw unavailable(services, settings, error)
  })
  const state = randomBytes(32).toString('base64url')
  const browser = randomBytes(32).toString('base64url')
  const { issuer, clientId } = settings
  const expiresAt = new Date(clock.nowMs() + attemptMinutes * 60_000)
  await db.organization(settings.organizationId, 'write', (tx) =>
    store.insertAttempt(tx, {
      ...{ state: hashSecret(state), browser: hashSecret(browser), issuer, clientId, userId, expiresAt },
      next: next ?? null,
    }),
  )
  const url = await provider.authorizationUrl({
    redirectUri: callbackUrl(services),
    state,
    ...deriveExpected(secrets, state),
    ...(email !== undefined && { email }),
  })
  return { url: url.href, cookie: buildCookie(services, state, browser, attemptMinutes * 60) }
}

export type CallbackRequest = { query: URLSearchParams; cookies: string | undefined; client: Client }
export type Outcome = { path: string; cookies: string[] }

/** Every callback redirects to one of our pages, with a session or with the reason for the refusal. */
export async function finish(
  outside: { db: CrossDb; services: Services },
  returned: CallbackRequest,
): Promise<Outcome> {
  const { db, services } = outside
  const state = returned.query.get('state') ?? ''
  const browser = readBrowserCookie(services, returned.cookies, state)
  const attempt =
    browser === undefined
      ? undefined
      : await db.system('write', (tx) => store.takeAttempt(tx, hashSecret(state), hashSecret(browser)))
  if (!attempt) return { path: signInPath('expired', undefined), cookies: [] }
  const gone = buildCookie(services, state, '', 0)
  try {
    const { path, cookies } = await complete(outside, returned, attempt, state)
    return { path, cookies: [gone, ...cookies] }
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error
    await record(db, attempt, error, returned.client)
    const isTrial = attempt.userId !== null
    return {
      path: isTrial ? withResult(attempt.next, error.reason) : signInPath(error.reason, attempt.next),
      cookies: [gone],
    }
  }
}

async function complete(
  { db, services }: { db: CrossDb; services: Services },
  { query, cookies, client }: CallbackRequest,
  attempt: store.AttemptRow,
  state: string,
): Promise<Outcome> {
  const { users, secrets } = services
  const settings = await db.organization(attempt.organizationId, 'read', store.find)
  if (!settings || settings.issuer !== attempt.issuer || settings.clientId !== attempt.clientId)
    throw new SignInRefusal('changed')
  const callback = new URL(`${callbackUrl(services)}?${query}`)
  const claims = await discoverProvider(services, settings)
    .then((provider) => provider.redeem(callback, { state, ...deriveExpected(secrets, state) }))
    .catch((error) => {
      throw toRefusal(services, settings, error)
    })
  if (attempt.userId !== null) {
    const current = await users.findSession(cookies)
    if (current?.person.id !== attempt.userId) throw new SignInRefusal('expired')
    await linkOwn({ db, services, client }, settings, claims, attempt.userId)
    return { path: withResult(attempt.next, 'tested'), cookies: [] }
  }
  const person = await admit({ db, services, client }, settings, claims)
  const opened = await users.openSession(
    person.id,
    client,
    claims.multiFactor ? 'passed' : 'none',
    settings.organizationId,
  )
  if (!opened) throw new SignInRefusal('deactivated')
  const isPending =
    (await users.findPendingSession(opened.cookies.map((each) => each.split(';')[0]).join('; '))) !== undefined
  if (isPending) return { path: signInPath('second_step', attempt.next), cookies: opened.cookies }
  await db.organization(settings.organizationId, 'write', (tx) => {
    const who = { type: 'user' as const, id: person.id, name: person.name }
    return auditAs(who, client)(tx, 'session.signed_in', who, { singleSignOn: true })
  })
  return { path: attempt.next ?? '/admin/', cookies: opened.cookies }
}

/**
 * Nonce and verifier are derived from the state and the deployment's secret, so a copy of the tables cannot redeem a code.
 */
const deriveExpected = (secrets: Services['secrets'], state: string) => ({
  nonce: secrets.tokenFor(`single sign-on nonce ${state}`),
  verifier: secrets.tokenFor(`single sign-on verifier ${state}`),
})

/** One cookie per state, so two windows do not interfere. With TLS no other host can set the cookie. */
function buildCookieName({ origin }: Services, state: string): string {
  const name = `evident.sign_on_${hashSecret(state).toString('hex').slice(0, 16)}`
  return origin.startsWith('https:') ? `__Host-${name}` : name
}

function buildCookie(services: Services, state: string, browser: string, seconds: number): string {
  const secure = services.origin.startsWith('https:') ? '; Secure' : ''
  return `${buildCookieName(services, state)}=${browser}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function readBrowserCookie(services: Services, cookies = '', state: string): string | undefined {
  if (!/^[\w-]{43}$/.test(state)) return undefined
  const prefix = `${buildCookieName(services, state)}=`
  const found = cookies.split(';').find((each) => each.trim().startsWith(prefix))
  return found?.trim().slice(prefix.length)
}

const signInPath = (result: string, next: string | null | undefined) =>
  `/admin/sign-in?${new URLSearchParams({ singleSignOn: result, ...(next && { next }) })}`

function withResult(next: string | null, result: string): string {
  const page = new URL(next ?? '/admin/', 'http://own.invalid')
  page.searchParams.set('singleSignOn', result)
  return page.pathname + page.search + page.hash
}

function toRefusal({ log }: Services, { organizationId }: store.SettingsRow, error: unknown): unknown {
  if (!(error instanceof ProviderProblem)) return error
  log.warn({ organizationId, problem: error.code, found: error.found }, 'a single sign-on was refused')
  return new SignInRefusal(error.code === 'denied' ? 'denied' : 'provider', error)
}

function unavailable({ log }: Services, { organizationId }: store.SettingsRow, error: unknown): unknown {
  if (!(error instanceof ProviderProblem)) return error
  log.warn({ organizationId, problem: error.code, found: error.found }, 'a provider of single sign-on cannot be used')
  return new AppError(503, 'temporarily_unavailable', `Single sign-on failed: the provider ${error.message}.`)
}

const record = (db: CrossDb, { organizationId }: store.AttemptRow, refusal: SignInRefusal, client: Client) =>
  db.organization(organizationId, 'write', (tx) =>
    auditAs({ type: 'visitor' }, client)(tx, 'single_sign_on.refused', undefined, {
      reason: refusal.reason,
      ...(refusal.cause instanceof ProviderProblem && { problem: refusal.cause.code }),
    }),
  )
