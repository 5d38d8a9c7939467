import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { computeCode, computeStep } from '#platform/auth/totp.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { type Answer, provideService } from '#test/service.ts'

const service = provideService()

type Ended = { code: number; stdout: string; stderr: string }

const evident = (...words: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const { secretKey, dataDir } = service.service.services.config
    const env = { ...process.env, DATABASE_URL: service.databaseUrl, SECRET_KEY: secretKey, DATA_DIR: dataDir }
    execFile(process.execPath, [join(import.meta.dirname, '../cli.ts'), ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

const readCookies = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const decodeBase32 = (secret: string) => {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test('a person who lost every second factor can sign in by password after the reset', async () => {
  const shop = await service.shop()
  const { ownerEmail: email, password } = shop
  const enter = () => service.anonymous.post('/auth/sign-in/email', { email, password })
  const api = service.with({ cookie: readCookies(await enter()), 'x-store-env-id': shop.storeEnvId })
  const begun = await api.post('/auth/two-factor/enable', { password })
  const code = computeCode(decodeBase32(begun.body.secret), computeStep(service.service.clock.nowMs()))
  assert.equal((await api.post('/auth/two-factor/verify-totp', { code })).status, 200)
  const device = createAuthenticator('http://localhost:8080')
  const { publicKey } = (await api.post('/auth/passkeys/options', { password })).body
  const credential = device.create(publicKey)
  assert.equal((await api.post('/auth/passkeys', { name: 'Laptop', credential })).status, 201)
  assert.equal((await enter()).body.twoFactorRedirect, true)

  const unknown = await evident('users', 'reset', '--email', 'nobody@example.com', '--second-factor')
  assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
  assert.match(unknown.stderr, /No account has the address/)
  const reset = await evident('users', 'reset', '--email', email.toUpperCase(), '--second-factor', '--json')
  assert.equal(reset.code, 0, reset.stderr)
  assert.deepEqual(JSON.parse(reset.stdout), { email, secondFactor: 'removed' })

  assert.equal((await api.get('/reviews')).status, 401, 'the session is over')
  assert.equal((await enter()).body.user.email, email)
  const asked = await service.anonymous.post('/auth/sign-in/passkey/options')
  const shown = { credential: device.get(asked.body.publicKey) }
  const refused = await service.anonymous.post('/auth/sign-in/passkey', shown, { cookie: readCookies(asked) })
  assert.deepEqual([refused.status, refused.body.code], [401, 'passkey_refused'])

  const again = await evident('users', 'reset', '--email', email, '--second-factor')
  assert.deepEqual([again.code, again.stdout], [1, ''])
  assert.match(again.stderr, /no second factor/)
})
