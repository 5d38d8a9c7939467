import { Redis } from 'ioredis'
import { redisAddress } from './redis.ts'

export type RedisInfo = { name: string; tookMs: number; isWritable: boolean }

/** Throws if the server does not answer within two seconds. */
export async function fetchRedisInfo(redisUrl: string): Promise<RedisInfo> {
  const redis = new Redis(redisAddress(redisUrl), {
    ...{ lazyConnect: true, connectTimeout: 2_000, commandTimeout: 2_000 },
    ...{ maxRetriesPerRequest: 0, retryStrategy: () => null },
  })
  let reason: Error | undefined
  redis.on('error', (error) => {
    reason = error
  })
  try {
    await redis.connect()
    const startedAt = performance.now()
    const text = await redis.info()
    const tookMs = Math.round(performance.now() - startedAt)
    const read = (field: string) => new RegExp(`^${field}:(.*)$`, 'm').exec(text)?.[1]?.trim()
    const valkey = read('valkey_version')
    return {
      name: valkey ? `Valkey ${valkey}` : `Redis ${read('redis_version')}`,
      tookMs,
      isWritable: read('role') === 'master',
    }
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}
