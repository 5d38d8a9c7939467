import assert from 'node:assert/strict'
import type { NameServer } from '#test/fakes/name-server.ts'
import { type FakeProvider, visit } from '#test/fakes/openid.ts'
import type { Answer, Api, Shop, TestService } from '#test/service.ts'

export const secret = 's3cret+of/the:client%='

export const readCookies = ({ headers }: Pick<Answer, 'headers'>) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')

export async function configure(owner: Api, provider: Pick<FakeProvider, 'issuer'>, more: object = {}): Promise<void> {
  const body = { issuer: provider.issuer, clientId: 'evident', clientSecret: secret, ...more }
  const saved = await owner.put('/orgs/single-sign-on', body)
  assert.equal(saved.status, 200, saved.text)
}

export async function prove(owner: Api, { zone }: NameServer, domain: string): Promise<string> {
  const added = await owner.post('/orgs/single-sign-on/domains', { domain })
  assert.equal(added.status, 201, added.text)
  const { id, record } = added.body
  zone[record.name] = { TXT: [record.value] }
  const found = await owner.post(`/orgs/single-sign-on/domains/${id}/verify`)
  assert.equal(found.body.status, 'proven', found.text)
  return id
}

export type Trip = { back: string; cookies: string }

export async function away({ anonymous }: TestService, email: string, next?: string): Promise<Trip> {
  const begun = await anonymous.post('/auth/single-sign-on', { email, ...(next && { next }) })
  assert.equal(begun.status, 200, begun.text)
  assert.ok(begun.body.url, 'the address is not sent to a provider')
  return { back: await visit(begun.body.url), cookies: readCookies(begun) }
}

export async function backHome(service: TestService, { back, cookies }: Trip, shop?: Shop) {
  const url = new URL(back)
  const answer = await service.app.inject({
    method: 'GET',
    url: url.pathname + url.search,
    headers: { cookie: cookies },
  })
  assert.equal(answer.statusCode, 303, answer.body)
  const to = new URL(String(answer.headers.location))
  assert.equal(to.origin, service.service.services.origin)
  const result = to.searchParams.get('singleSignOn')
  const session = readCookies(answer as unknown as Pick<Answer, 'headers'>)
  const api = service.with({ cookie: session, ...(shop && { 'x-store-env-id': shop.storeEnvId }) })
  return { to, result, session, api }
}

export const enter = async (service: TestService, shop: Shop, email: string) =>
  backHome(service, await away(service, email), shop)
