// Refuses requests whose headers contradict themselves: two values where one is meant are a mistake or an attack, and
// Node would quietly keep the first or join them.
import type { IncomingMessage } from 'node:http'
import { invalid } from '../errors.ts'

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
