import type { Incoming } from './incoming.ts'
import { withoutPort } from './proxies.ts'

export type Client = {
  address: string
  /** The client chooses this value, so it proves nothing. */
  userAgent: string
  /** The interface that received the call, if not the API itself. */
  through?: Incoming['through']
}

const longestUserAgent = 300

export function toClient({
  address,
  userAgent: sent = '',
  through,
}: Pick<Incoming, 'address' | 'userAgent' | 'through'>): Client {
  // A header may contain any bytes. We store only the characters that every log and spreadsheet can show.
  const userAgent = sent.replace(/[^\x20-\x7e]/g, '').slice(0, longestUserAgent)
  return { address: withoutPort(address), userAgent, ...(through && { through }) }
}
