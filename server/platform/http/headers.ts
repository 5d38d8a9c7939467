// Repeated headers are a mistake or an attack, and Node would silently use the first or join them.
import type { IncomingMessage } from 'node:http'
import { invalid } from '../values/errors.ts'

const single = new Set([
  'authorization',
  'x-store-env-id',
  'x-organization-id',
  'content-type',
  'content-length',
  'host',
  'origin',
  'cookie',
  'x-customer-token',
  'idempotency-key',
])

/**
 * Protects every response: browsers must not guess another type, and must use only TLS for a year after the first TLS
 * connection.
 */
export const buildSecurityHeaders = (publicOrigin: string | undefined): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(publicOrigin?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

export function requireSoundHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') throw invalid('The Host header is missing. Send one.')
  requireSingle(rawHeaders)
}

/** `rawHeaders` alternates names and values, in order of arrival. */
function requireSingle(rawHeaders: readonly string[]): void {
  let seen: Set<string> | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase()
    if (!single.has(name)) continue
    seen ??= new Set()
    if (seen.has(name)) throw invalid(`The header ${name} appears more than once. Send it once.`)
    seen.add(name)
  }
}
