import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { type RedisServer, startRedisServer } from '#platform/limits/redis-server.testing.ts'
import type { Config } from '#platform/process/config.ts'
import { provideService } from '#test/service.ts'
import { clusterChecks } from './cluster-checks.ts'

const service = provideService()
const redisServer = process.env.TEST_REDIS_SERVER
let redis: RedisServer | undefined
after(() => redis?.remove())

const shared: Partial<Config> = {
  databaseUrl: 'postgres://db.example.com/evident',
  secretKeyPath: undefined,
  storageUrl: 's3:///bucket',
  rateLimits: [],
}

async function find(check: string, changes: Partial<Config> = {}): Promise<string> {
  const config = { ...service.service.services.config, ...shared, ...changes }
  const look = clusterChecks(config, service.databaseUrl)[check] ?? assert.fail(check)
  return look().catch((error: Error) => `FAIL ${error.message}`)
}

test('the check names the setting that the machines do not share', async () => {
  assert.equal(await find('shared settings'), 'DATABASE_URL and SECRET_KEY are set')
  assert.match(await find('shared settings', { databaseUrl: undefined }), /^FAIL .*Set DATABASE_URL/)
  assert.match(await find('shared settings', { secretKeyPath: '/data/secret-key' }), /^FAIL .*Set the same SECRET_KEY/)
  assert.match(await find('shared files'), /^a bucket/)
  assert.match(await find('shared files', { storageUrl: 'file:///srv/files' }), /^FAIL .*Set it to a bucket/)
})

test('the check fails if Redis does not respond, and otherwise prints its version', {
  skip: !redisServer,
}, async () => {
  const rateLimits = [{ name: '1s', quota: 10, windowMs: 1_000 }]
  assert.match(await find('shared counters', { rateLimits, redisUrl: undefined }), /^FAIL REDIS_URL is not set/)
  redis = await startRedisServer(redisServer ?? '')
  assert.match(
    await find('shared counters', { redisUrl: redis.url }),
    /^(Redis|Valkey) \d+\.\d+\S* answered in \d+ ms$/,
  )
  assert.match(await find('shared counters', { redisUrl: redis.socketUrl }), /answered in/)
  await redis.kill()
  assert.match(
    await find('shared counters', { redisUrl: redis.url }),
    /^FAIL REDIS_URL does not answer \(.*ECONNREFUSED/,
  )
})

test('too few connections for the processes fail the check, which names the number to set', async () => {
  assert.match(await find('connections', { processes: 1 }), /^\d+ of \d+ are open; 1 processes open up to 30$/)
  assert.match(await find('connections', { processes: 64 }), /^FAIL .* Set max_connections to 1933 or more/)
})

test('two connected versions fail the check, which names both', async () => {
  const other = new Client({ connectionString: service.databaseUrl, application_name: 'evident 0.9.9' })
  await other.connect()
  try {
    assert.match(await find('versions'), /^FAIL .*evident 0\.9\.9/)
  } finally {
    await other.end()
  }
  assert.match(await find('versions'), /^all connected processes are evident/)
})

test('the checks fail for a server without a standby, and report a connection without a pooler', async () => {
  assert.match(await find('replication'), /^FAIL No standby is connected/)
  assert.equal(await find('pooler'), 'DATABASE_URL leads to PostgreSQL itself')
})
