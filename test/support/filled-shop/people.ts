import { createHash } from 'node:crypto'
import { publish } from '#platform/areas/events.ts'
import { computeCode, computeStep } from '#platform/auth/totp.ts'
import { newId } from '#platform/values/ids.ts'
import { payOutAll } from '#resources/affiliates/commands.ts'
import { invoicePaid } from '#resources/billing/events.ts'
import { approve, buildAuthorizeQuery, newVerifier, redeem, signInCookie } from '#resources/oauth/oauth.testing.ts'
import { setup } from '../../../server/entry/commands/setup.ts'
import { accessTicket, replyToTicket } from '../../../server/entry/commands/support.ts'
import { createAuthenticator } from '../authenticator.ts'
import { startNameServer } from '../fakes/name-server.ts'
import { startOpenId } from '../fakes/openid.ts'
import { exampleBody } from '../operations.ts'
import { type Answer, type Api, startService } from '../service.ts'
import { smallArchive } from '../small-archive.ts'
import { keepBackups } from './backups.ts'
import { byHand, type Step, type Walk } from './walk.ts'

const invitation = 'example-of-an-invitation-link'

/** The shop shares its reviews with the outlet and withdraws a second offer. The outlet approves a copy. */
async function shareReviews({ call, jobs }: Pick<Walk, 'call' | 'jobs'>, inOutlet: Record<string, string>) {
  const product = (await call('key', 'GET', '/reviews?status=approved&limit=1')).body.data[0].product.platformProductId
  await call('session', 'PUT', '/products', [{ platformProductId: product, title: 'Mug' }], inOutlet)
  const offer = await call('session', 'POST', '/reviews/grants', { match: ['gtin', 'platform_product_id'] })
  const spare = await call('session', 'POST', '/reviews/grants', {})
  await call('session', 'DELETE', `/reviews/grants/${spare.body.id}`)
  await call('session', 'POST', '/reviews/grants/accept', { code: offer.body.code }, inOutlet)
  await jobs()
  await call('session', 'GET', `/reviews/grants/${offer.body.id}`)
  await call('session', 'GET', '/reviews/grants')
  const copies = await call('session', 'GET', '/reviews?origin=shared', undefined, inOutlet)
  await call('session', 'PUT', `/reviews/${copies.body.data[0].id}`, { status: 'approved' }, inOutlet)
}

export async function runOrganization({ service, shop, call, jobs }: Walk): Promise<void> {
  await call('session', 'PATCH', '/orgs/current', {
    legalName: 'Acme Trading Ltd',
    vatNumber: 'GB123456789',
    country: 'GB',
    billingEmail: 'accounts@acme.example',
  })
  await call('session', 'PATCH', '/orgs/settings', { twoFactorRequired: false })
  await call('session', 'GET', '/orgs/settings')
  const outlet = await call('session', 'POST', '/account/stores', {
    name: 'Acme Outlet',
    origins: ['https://outlet.example.com'],
  })
  const inOutlet = { 'x-store-env-id': outlet.body.id }
  const restored = await call('session', 'POST', '/imports/archive?fileName=outlet.zip', await smallArchive(), {
    ...inOutlet,
    'content-type': 'application/zip',
  })
  await jobs()
  await call('session', 'GET', `/imports/${restored.body.id}`, undefined, inOutlet)
  await call('session', 'GET', `/imports/${restored.body.id}/ids`, undefined, inOutlet)
  await keepBackups({ call, jobs })
  await shareReviews({ call, jobs }, inOutlet)
  await call('session', 'PATCH', `/account/stores/${shop.storeEnvId}`, { timezone: 'Europe/London' })
  await call('key', 'PATCH', '/features/first-run', { skipped: ['sender'] })
  await call('session', 'GET', `/account/stores/${shop.storeEnvId}/storefront-secret`)
  await call('session', 'POST', `/account/stores/${shop.storeEnvId}/storefront-secret/rotate`)
  await call('session', 'POST', '/account/users/invite', { email: 'sam@acme.example', role: 'MEMBER' })
  await call('session', 'POST', '/account/users/invite', { email: 'kim@acme.example', role: 'MEMBER' })
  // The mail contains a random token. It is replaced by a known token here.
  const digest = createHash('sha256').update(invitation).digest('hex')
  await byHand(service, `update invitations set token_digest = '\\x${digest}' where email = 'kim@acme.example'`)
  await call('nobody', 'GET', `/auth/invitations/${invitation}`)
  const accepted = { name: 'Kim Lee', password: 'seven-blue-kettles' }
  await call('nobody', 'POST', `/auth/invitations/${invitation}/accept`, accepted)
  const people = (await call('session', 'GET', '/account/users')).body.data as { id: string; email: string }[]
  const kim = people.find(({ email }) => email === 'kim@acme.example')
  await call('session', 'PATCH', `/account/users/${kim?.id}`, { role: 'ADMIN' })
  const { password } = shop
  await call('session', 'POST', '/orgs/transfer', { userId: kim?.id, password })
  await call('session', 'GET', '/orgs/transfer')
  await call('session', 'DELETE', '/orgs/transfer')
  await call('session', 'POST', '/orgs/transfer', { userId: kim?.id, password })
  const asKim = {
    cookie: readCookies(
      await call('nobody', 'POST', '/auth/sign-in/email', { email: kim?.email, password: accepted.password }),
    ),
  }
  await call('nobody', 'POST', '/orgs/transfer/accept', undefined, asKim)
  const own = people.find(({ email: each }) => each === shop.ownerEmail)
  await call('nobody', 'PATCH', `/account/users/${own?.id}`, { role: 'OWNER' }, asKim)
  await call('session', 'DELETE', `/account/users/${kim?.id}`)
  const key = await call('session', 'POST', '/api-keys', { name: 'Warehouse', role: 'ADMIN', scopes: ['orders:write'] })
  await call('session', 'GET', '/api-keys')
  await call('session', 'DELETE', `/api-keys/${key.body.id}`)
  await connectProgram({ service, shop, call })
  await call('session', 'PATCH', '/account/profile', { name: 'Sam Kent' })
  await workWithOthers({ service, shop, call })
  await call('session', 'GET', '/account/audit-log')
  await call('session', 'GET', '/account/deprecations')
  await call('session', 'GET', '/account/audit-log/export')
}

async function connectProgram({ service, shop, call }: Pick<Walk, 'service' | 'shop' | 'call'>): Promise<void> {
  const redirectUri = 'https://inventory.acme.example/oauth/callback'
  const { body } = await call('session', 'POST', '/account/oauth-clients', {
    ...{ name: 'Inventory', redirectUris: [redirectUri], confidential: true },
  })
  const { clientId, clientSecret } = body
  const cookie = await signInCookie(service, shop.ownerEmail, shop.password)
  for (const scope of ['products:write orders:read', 'reviews:read']) {
    const verifier = newVerifier()
    const query = buildAuthorizeQuery(clientId, verifier, { redirect_uri: redirectUri, scope })
    const answer = await approve(service, cookie, query, { stores: [shop.storeEnvId], role: 'ADMIN' })
    const code = answer.get('code') ?? ''
    await redeem(service, clientId, code, verifier, { redirect_uri: redirectUri, client_secret: clientSecret })
  }
  await call('session', 'GET', '/account/oauth-clients')
  await call('session', 'PATCH', `/account/oauth-clients/${clientId}`, { name: 'Inventory 2' })
  await call('session', 'POST', `/account/oauth-clients/${clientId}/secret/rotate`, {})
  await call('session', 'GET', '/account/own-connections')
  const connections = await call('session', 'GET', '/account/connections')
  await call('session', 'DELETE', `/account/connections/${connections.body.data[0].id}`)
  await call('session', 'DELETE', `/account/own-connections/${connections.body.data[1].id}`)
  await call('session', 'DELETE', `/account/oauth-clients/${clientId}`)
}

async function workWithOthers({ service, shop, call }: Pick<Walk, 'service' | 'shop' | 'call'>): Promise<void> {
  await call('session', 'POST', '/affiliates/me', { code: 'acme' })
  await call('session', 'POST', '/affiliates/me')
  const brought = await setup(service.service, {
    org: 'Brook Goods',
    owner: 'kit@brook.example',
    password: 'correct horse battery',
    store: 'Brook Goods',
    origins: ['https://brook.example'],
    affiliate: 'acme',
  })
  await service.service.db.store(brought, 'write', async (tx) =>
    publish(tx, invoicePaid, {
      ...{ storeEnvId: brought.storeEnvId, organizationId: brought.organizationId },
      ...{ invoiceId: newId(tx.now.getTime()), net: '99.00', currency: 'USD', at: '2026-10-01T09:00:00.000Z' },
    }),
  )
  await service.runJobs()
  await payOutAll(service.service.db)
  for (const path of ['me', 'referrals', 'commissions', 'payouts']) await call('session', 'GET', `/affiliates/${path}`)
  const agency = await service.shop('Bright Agency')
  const grant = await call('session', 'POST', '/partner/grants', {
    organizationId: agency.organizationId,
    role: 'ADMIN',
    storeEnvIds: [shop.storeEnvId],
  })
  await call('session', 'GET', '/partner/grants')
  await call('session', 'PATCH', `/partner/grants/${grant.body.id}`, { role: 'MEMBER' })
  const asAgency = {
    cookie: readCookies(
      await call('nobody', 'POST', '/auth/sign-in/email', { email: agency.ownerEmail, password: agency.password }),
    ),
  }
  await call('nobody', 'POST', `/partner/grants/${grant.body.id}/accept`, undefined, asAgency)
  await call('session', 'DELETE', `/partner/grants/${grant.body.id}`)
  const ticket = await call('key', 'POST', '/support/tickets', {
    subject: 'The feed is empty',
    body: 'Since yesterday it has no product. Why?',
  })
  const path = `/support/tickets/${ticket.body.id}`
  await replyToTicket(service.service, ticket.body.id, 'Robin', 'Which products do you miss?')
  await call('session', 'POST', `${path}/messages`, { body: 'All of them, since Monday.' })
  await call('key', 'GET', '/support/tickets')
  await call('session', 'POST', `${path}/access`, { role: 'VIEWER', hours: 24 })
  const { token } = await accessTicket(service.service, ticket.body.id, 'Robin')
  await service
    .with({ authorization: `Bearer ${token}`, 'x-store-env-id': shop.storeEnvId })
    .get('/products/review-feed')
  await call('session', 'GET', `${path}/access`)
  await call('session', 'DELETE', `${path}/access`)
  await call('key', 'GET', path)
  await call('key', 'POST', `${path}/close`)
}

const resetLink = 'example-of-a-link-to-a-new-password'

export async function signInAndOut({ service, shop, call, jobs }: Walk): Promise<void> {
  await call('nobody', 'GET', '/auth/installation')
  const newcomer = { ...exampleBody('auth.sign_up'), email: 'kit@acme.example' }
  const signingUp = await call('nobody', 'POST', '/auth/sign-up', newcomer)
  const link = `/auth/sign-up/${String(signingUp.body.confirmUrl).split('/').at(-1)}`
  await call('nobody', 'GET', link)
  await call('nobody', 'POST', link, exampleBody('auth.confirm_sign_up'))
  const { ownerEmail: email, password } = shop
  const enter = async (secret: string) => ({
    cookie: readCookies(await call('nobody', 'POST', '/auth/sign-in/email', { email, password: secret })),
  })
  const phone = await enter(password)
  await call('nobody', 'GET', '/auth/get-session', undefined, phone)
  await enter(password)
  const { body } = await call('session', 'GET', '/account/sessions')
  await call('session', 'DELETE', `/account/sessions/${body.data[0].id}`)
  await call('nobody', 'POST', '/auth/sign-out', undefined, phone)
  await call('nobody', 'POST', '/auth/request-password-reset', { email })
  await jobs()
  const digest = createHash('sha256').update(resetLink).digest('hex')
  await byHand(service, `update auth.password_reset set token_digest = '\\x${digest}'`)
  await call('nobody', 'GET', `/auth/reset-password/${resetLink}`)
  const newPassword = 'nine-green-ladders'
  await call('nobody', 'POST', '/auth/reset-password', { token: resetLink, newPassword })
  const laptop = await enter(newPassword)
  const changed = { currentPassword: newPassword, newPassword: password }
  const changing = await call('nobody', 'POST', '/auth/change-password', changed, laptop)
  const again = { cookie: readCookies(changing) }
  const begun = await call('nobody', 'POST', '/auth/two-factor/enable', { password }, again)
  const app = () => computeCode(fromBase32(begun.body.secret), computeStep(service.service.clock.nowMs() + 1_000))
  await call('nobody', 'POST', '/auth/two-factor/verify-totp', { code: app() }, again)
  await call('nobody', 'GET', '/auth/two-factor', undefined, again)
  const asked = await enter(password)
  const [code] = begun.body.backupCodes
  await call('nobody', 'POST', '/auth/two-factor/verify-backup-code', { code }, asked)
  await call('nobody', 'POST', '/auth/two-factor/generate-backup-codes', { password }, again)
  await call('nobody', 'POST', '/auth/two-factor/disable', { password }, again)
  const device = createAuthenticator('http://localhost:8080')
  const making = await call('nobody', 'POST', '/auth/passkeys/options', { password }, again)
  const credential = device.create(making.body.publicKey)
  const added = (await call('nobody', 'POST', '/auth/passkeys', { name: 'Work laptop', credential }, again)).body
  const asking = await call('nobody', 'POST', '/auth/sign-in/passkey/options', undefined)
  const browser = { cookie: readCookies(asking) }
  const shown = device.get(asking.body.publicKey)
  await call('nobody', 'POST', '/auth/sign-in/passkey', { credential: shown }, browser)
  await call('nobody', 'PATCH', `/auth/passkeys/${added.id}`, { name: 'Key ring' }, again)
  await call('nobody', 'GET', '/auth/passkeys', undefined, again)
  await call('nobody', 'POST', `/auth/passkeys/${added.id}/remove`, { password }, again)
  const { name } = (await call('nobody', 'GET', '/orgs/current', undefined, again)).body
  await call('nobody', 'POST', '/orgs/deletion', { confirm: name, password }, again)
  await call('nobody', 'DELETE', '/orgs/deletion', undefined, again)
  await call('nobody', 'DELETE', '/account/sessions', undefined, { cookie: readCookies(changing) })
}

/** Starts another process, which uses a fake name server, and signs in through the organization's own provider. */
export async function signOnByProvider({ service, shop, callAt }: Walk): Promise<void> {
  const [names, provider] = await Promise.all([startNameServer(), startOpenId()])
  const asking = await startService({ beside: service, env: { DNS_SERVERS: names.address } })
  try {
    asking.service.clock.now = () => service.service.clock.now()
    asking.service.clock.nowMs = () => service.service.clock.nowMs()
    const cookies = await asking.service.services.users.signIn(shop.ownerEmail, shop.password)
    const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
    const call = callAt(asking.with({ 'x-store-env-id': shop.storeEnvId, cookie }))
    const [[clientId, clientSecret] = []] = [...provider.clients]
    await call('session', 'PUT', '/orgs/single-sign-on', { issuer: provider.issuer, clientId, clientSecret })
    const { body } = await call('session', 'POST', '/orgs/single-sign-on/domains', { domain: 'acme.example' })
    names.zone[body.record.name] = { TXT: [body.record.value] }
    await call('session', 'POST', `/orgs/single-sign-on/domains/${body.id}/verify`)
    await call('session', 'GET', '/orgs/single-sign-on')
    await call('session', 'POST', '/orgs/single-sign-on/test')
    await call('nobody', 'POST', '/auth/single-sign-on', { email: 'kim@acme.example' })
    await call('session', 'DELETE', `/orgs/single-sign-on/domains/${body.id}`)
    await call('session', 'DELETE', '/orgs/single-sign-on')
  } finally {
    await asking.close()
    await Promise.all([names.close(), provider.close()])
  }
}

function fromBase32(text: string): Buffer {
  const five = (letter: string) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')
  const bytes = [...text].map(five).join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

const readCookies = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')

export async function makeFirstAccount(nobody: Api): Promise<Step> {
  const path = '/auth/first-account'
  const answer = await nobody.post(path, exampleBody('auth.make_first_account'))
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
  return { as: 'nobody', method: 'POST', path, answer }
}
