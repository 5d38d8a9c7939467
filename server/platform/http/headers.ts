// The headers that every answer has, and those that no request may have.
// Refuses requests whose headers contradict themselves: two values where one is meant are a mistake or an attack, and
// Node would quietly keep the first or join them.
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
 * What every answer says, whatever it is: no browser may take it for another type, and one that has come by TLS comes by
 * nothing else for a year.
 */
export const protectionOf = (publicOrigin: string | undefined): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(publicOrigin?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

export function requireSoundHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') throw invalid('The header host is missing.')
  requireSingle(rawHeaders)
}

/** `rawHeaders` alternates names and values, as they came. */
function requireSingle(rawHeaders: readonly string[]): void {
  let seen: Set<string> | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase()
    if (!single.has(name)) continue
    seen ??= new Set()
    if (seen.has(name)) throw invalid(`The header ${name} is given more than once.`)
    seen.add(name)
  }
}
