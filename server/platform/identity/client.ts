// Where a call comes from: what is written down of sign-ins, sessions and audited acts.

import type { Incoming } from './incoming.ts'
import { withoutPort } from './proxies.ts'

export type Client = {
  /** As the server has found out behind the proxies it trusts. */
  address: string
  /** What the client says it is, which proves nothing. */
  userAgent: string
  /** The door it came by, where that is not the API itself. */
  through?: Incoming['through']
}

const longestUserAgent = 300

export function clientOf({
  address,
  userAgent: sent = '',
  through,
}: Pick<Incoming, 'address' | 'userAgent' | 'through'>): Client {
  // A header may hold bytes of no text; kept is what every log and spreadsheet can show.
  const userAgent = sent.replace(/[^\x20-\x7e]/g, '').slice(0, longestUserAgent)
  return { address: withoutPort(address), userAgent, ...(through && { through }) }
}
