import { BlockList, isIP } from 'node:net'
import type { Config } from '#platform/process/config.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

type ExposureConfig = Pick<Config, 'host' | 'publicOrigin' | 'production'>

type ProcessConfig = Pick<Config, 'processes' | 'redisUrl' | 'rateLimits'>

export function exposureGaps({ host, publicOrigin, production }: ExposureConfig): string[] {
  if (isLocal(host)) return []
  const gaps = []
  if (publicOrigin === undefined)
    gaps.push(
      `HOST is ${host}, which others can reach, but PUBLIC_ORIGIN is not set: links in mails lead to this machine, the Host header is trusted, and nothing requires TLS. Set it to the service's public address, such as https://reviews.example.com.`,
    )
  if (publicOrigin?.startsWith('http:'))
    gaps.push(
      `PUBLIC_ORIGIN is ${publicOrigin}, so passwords and session cookies travel unencrypted. Put TLS in front and set the https address.`,
    )
  if (!production)
    gaps.push(
      `HOST is ${host}, which others can reach, but NODE_ENV is not production, so settings for tests are accepted. Start with NODE_ENV=production.`,
    )
  return gaps
}

/** Without Redis, each process counts calls in its own memory. */
export function processGaps({ processes, redisUrl, rateLimits }: ProcessConfig): string[] {
  if (processes === 1 || redisUrl || rateLimits.length === 0) return []
  return [
    `PROCESSES is ${processes}, but REDIS_URL is not set: each process counts rate limits alone, so callers reach up to ${processes} times the limits. Set REDIS_URL to count them together.`,
  ]
}

function isLocal(host: string): boolean {
  const version = isIP(host)
  if (version === 0) return host === 'localhost' || host.endsWith('.localhost')
  return loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
