// The clients run with all checks except https. The MCP clients start from the address of /mcp.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { OAuthClientProvider as FormerProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import * as oauth from 'oauth4webapi'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { callback, choose, cookieOfOwner, openConsent, parseForm, register, sendConsent } from './oauth.testing.ts'

let service: TestService
let shop: Shop
let cookie: string
let origin: string
let documentAddress: string
const documents = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      client_id: documentAddress,
      client_name: 'Assistant',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }),
  ),
)
before(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  service = await startService({ env: { PUBLIC_ORIGIN: origin } })
  await service.app.listen({ host: '127.0.0.1', port })
  shop = await service.shop()
  cookie = await cookieOfOwner(service, shop)
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve))
  documentAddress = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/client.json`
})
after(async () => {
  await service.close()
  documents.closeAllConnections()
  await new Promise((resolve) => documents.close(resolve))
})

// The tests have no certificate; all other checks stay strict.
const insecure = { [oauth.allowInsecureRequests]: true }

async function consentAt(url: URL): Promise<URL> {
  assert.equal(`${url.origin}${url.pathname}`, `${origin}/oauth/authorize`)
  const page = await openConsent(service, cookie, url.search.slice(1))
  assert.equal(page.status, 200, page.location ?? page.text)
  const answer = await sendConsent(service, cookie, choose(parseForm(page.text), { stores: [shop.storeEnvId] }))
  assert.equal(answer.status, 303, answer.text)
  return new URL(answer.location ?? '')
}

async function discovered(resource: string): Promise<oauth.AuthorizationServer> {
  const asked = new URL(resource)
  const protectedResource = await oauth.processResourceDiscoveryResponse(
    asked,
    await oauth.resourceDiscoveryRequest(asked, insecure),
  )
  const issuer = new URL(protectedResource.authorization_servers?.[0] ?? '')
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, answer)
}

for (const [kind, confidential] of [
  ['with a secret', true],
  ['without one', false],
] as const)
  test(`oauth4webapi completes discovery, consent, tokens, a call, refresh and revocation as ${kind} client`, async () => {
    const registered = await register(shop, { confidential })
    const client: oauth.Client = { client_id: registered.clientId }
    const authentication = confidential ? oauth.ClientSecretBasic(String(registered.clientSecret)) : oauth.None()
    const server = await discovered(origin)
    assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const to = new URL(server.authorization_endpoint ?? '')
    const asked = {
      client_id: client.client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'reviews:read',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      resource: origin,
    }
    for (const [name, value] of Object.entries(asked)) to.searchParams.set(name, value)
    const answered = await consentAt(to)
    const parameters = oauth.validateAuthResponse(server, client, answered, state)
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([server, client, authentication, parameters, callback, verifier] as const),
      { ...insecure, additionalParameters: { resource: origin } },
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer)
    const reviews = new URL(`${origin}/api/v1/reviews`)
    const headers = new Headers({ 'x-store-env-id': shop.storeEnvId })
    const call = (token: string) => oauth.protectedResourceRequest(token, 'GET', reviews, headers, null, insecure)
    assert.equal((await call(tokens.access_token)).status, 200)
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, String(tokens.refresh_token), insecure),
    )
    assert.notEqual(refreshed.refresh_token, tokens.refresh_token)
    assert.equal((await call(refreshed.access_token)).status, 200)
    const revocation = oauth.revocationRequest(
      server,
      client,
      authentication,
      String(refreshed.refresh_token),
      insecure,
    )
    await oauth.processRevocationResponse(await revocation)
    await assert.rejects(
      () => call(refreshed.access_token),
      (error: oauth.WWWAuthenticateChallengeError) => error.cause[0]?.parameters.error === 'invalid_token',
    )
  })

test('each resource has a metadata document that names this authorization server', async () => {
  for (const path of ['', '/mcp', '/api/v1']) assert.equal((await discovered(origin + path)).issuer, origin)
})

test('a client refuses a response with the issuer of another server', async () => {
  const { clientId } = await register(shop)
  const server = await discovered(origin)
  const other = { ...server, issuer: 'https://evil.example.com' }
  const client: oauth.Client = { client_id: clientId }
  const to = new URL(`${origin}/oauth/authorize`)
  const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier())
  const asked = { client_id: clientId, redirect_uri: callback, response_type: 'code', code_challenge: challenge }
  for (const [name, value] of Object.entries({ ...asked, code_challenge_method: 'S256', state: 's' }))
    to.searchParams.set(name, value)
  const answered = await consentAt(to)
  assert.throws(() => oauth.validateAuthResponse(other, client, answered, 's'), /"iss"/)
  // A response without the issuer is refused too.
  const silent = new URL(answered)
  silent.searchParams.delete('iss')
  assert.throws(() => oauth.validateAuthResponse(server, client, silent, 's'), /"iss"/)
  assert.ok(oauth.validateAuthResponse(server, client, answered, 's'))
})

test('a call of /mcp without valid credentials gets the address of the metadata', async () => {
  const call = (headers: Record<string, string>) =>
    service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource"`
  const nobody = await call({})
  assert.equal(nobody.statusCode, 401)
  assert.equal(nobody.headers['www-authenticate'], `Bearer ${metadata}, scope="read write"`)
  const dead = await call({ authorization: `Bearer evno_${'0'.repeat(46)}` })
  assert.equal(dead.headers['www-authenticate'], `Bearer error="invalid_token", ${metadata}, scope="read write"`)
  assert.equal(dead.json().code, 'token_invalid')
})

function makeProgram(clientInformation: { client_id: string }) {
  const kept: { sentTo?: URL; verifier?: string; tokens?: object; information: object } = {
    information: clientInformation,
  }
  const provider = {
    redirectUrl: callback,
    clientMetadata: { client_name: 'Assistant', redirect_uris: [callback] },
    state: () => 'a state',
    clientInformation: () => kept.information,
    saveClientInformation: (information: object) => {
      kept.information = information
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: object) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url: URL) => {
      kept.sentTo = url
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { kept, provider }
}

test('the official client connects as a registered client, knowing only the address of /mcp', async () => {
  const { clientId } = await register(shop)
  const { kept, provider } = makeProgram({ client_id: clientId })
  const authProvider = provider as unknown as OAuthClientProvider
  const transport = () => new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider })
  const first = transport()
  await assert.rejects(() => new Client({ name: 'test', version: '1' }).connect(first))
  assert.ok(kept.sentTo, 'it was sent nowhere')
  assert.equal(kept.sentTo.searchParams.get('scope'), 'read write')
  await first.finishAuth((await consentAt(kept.sentTo)).searchParams)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport())
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'list_reviews'))
  const result = await client.callTool({ name: 'list_stores', arguments: {} })
  const stores = (result.structuredContent as { data: { id: string }[] }).data
  assert.deepEqual(
    stores.map(({ id }) => id),
    [shop.storeEnvId],
  )
  // The client refreshes automatically after an hour.
  service.advance(3_601_000)
  assert.ok((await client.listTools()).tools.length > 0)
  await client.close()
})

test('the previous version of the client connects by the address of its metadata document', async () => {
  // With https the client would find the document address by itself.
  const { kept, provider } = makeProgram({ client_id: documentAddress })
  const authProvider = provider as unknown as FormerProvider
  const transport = () => new FormerTransport(new URL(`${origin}/mcp`), { authProvider })
  const first = transport()
  await assert.rejects(() => new FormerClient({ name: 'test', version: '1' }).connect(first as never))
  assert.equal(kept.sentTo?.searchParams.get('client_id'), documentAddress)
  const answered = await consentAt(kept.sentTo as URL)
  await first.finishAuth(answered.searchParams.get('code') ?? '')
  const client = new FormerClient({ name: 'test', version: '1' })
  await client.connect(transport() as never)
  assert.ok((await client.listTools()).tools.length > 5)
  await client.close()
})
