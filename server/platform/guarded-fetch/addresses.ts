// Resolves no names. Only ranges known to be public are allowed, so that a newly defined range is refused.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type CheckedUrl = { url: URL; reason?: undefined } | { url?: undefined; reason: string }

export type UrlAllowance = {
  /** Allows loopback hosts, also over plain `http:`. */
  allowLoopbackHttp?: boolean
  /** Allows private addresses and names of private networks, over https. */
  allowPrivate?: boolean
}

/**
 * Returns the URL with its host normalised, or the reason for a refusal. The reason completes a sentence that begins
 * "must".
 */
export function checkUrl(text: string, { allowLoopbackHttp, allowPrivate }: UrlAllowance = {}): CheckedUrl {
  if (text.length > maxUrlLength) return { reason: `be at most ${maxUrlLength} characters long` }
  const url = URL.parse(text)
  if (!url?.hostname) return { reason: 'be a complete URL such as https://example.com/hook' }
  // `localhost.` and `localhost` are the same host, but the trailing dot would defeat a comparison of names.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)

  const loopbackPasses = Boolean(allowLoopbackHttp) && isLoopbackHost(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopbackPasses))
    return { reason: 'begin with https://' }
  if (url.username || url.password) return { reason: 'not contain a user name or password' }
  if (!isAllowedPort(url)) return { reason: 'use port 443 or a port from 1024 up' }
  if (loopbackPasses || isPublicHost(url.hostname)) return { url }
  if (allowPrivate && isPrivateHost(url.hostname)) return { url }
  return { reason: 'lead to a public address' }
}

/** Returns false also for text that is not an address in its standard notation. */
export function isPublicAddress(ip: string): boolean {
  return parse(ip)?.range() === 'unicast' && !isWithin(ip, overlooked)
}

/**
 * Addresses of this machine and of private networks, except those that lead to cloud metadata, such as link-local
 * addresses.
 */
export function isPrivateAddress(ip: string): boolean {
  return ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'].includes(parse(ip)?.range() ?? '')
}

export function isLoopbackAddress(ip: string): boolean {
  return parse(ip)?.range() === 'loopback'
}

export type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

export function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

export function isWithin(ip: string, ranges: readonly Range[]): boolean {
  const address = parse(ip)
  return (
    address !== undefined &&
    ranges.some(([block, bits]) => block.kind() === address.kind() && address.match(block, bits))
  )
}

export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

const maxUrlLength = 2048

// ipaddr.js classifies these ranges as unicast: IPv4 inside IPv6, RFC 9780's dummy prefix, and Azure's public address for
// its own hosts.
const overlooked = ['::/96', '100:0:0:1::/64', '168.63.129.16'].map(parseRange)

// Node checks first, because ipaddr.js also reads octal and shortened forms, which the connection might read differently.
function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(ip) && ipaddr.isValid(ip) ? ipaddr.parse(ip) : undefined
}

function isAllowedPort({ port }: URL): boolean {
  return port === '' || Number(port) >= 1024
}

export function isLoopbackHost(hostname: string): boolean {
  return isLocalhost(hostname) || isLoopbackAddress(bareHost(hostname))
}

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost')
}

function isPublicHost(hostname: string): boolean {
  const host = bareHost(hostname)
  if (isIP(host)) return isPublicAddress(host)
  return /^[^.]+(\.[^.]+)+$/.test(host) && !/(^|\.)(localhost|local|internal|home\.arpa)$/.test(host)
}

function isPrivateHost(hostname: string): boolean {
  const host = bareHost(hostname)
  return isIP(host) === 0 || isPrivateAddress(host)
}
