// Queries name servers directly. The system's resolver blocks one of four threads per name, so name servers that do not
// respond would stop all file access.

import * as system from 'node:dns/promises'
import { Resolver } from 'node:dns/promises'

export type Address = { address: string; family: number }

export type Lookup = (hostname: string) => Promise<Address[]>

export function createLookup(servers: readonly string[] = []): Lookup {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (hostname) => {
    // RFC 6761 forbids queries for these names.
    if (/(^|\.)localhost$/.test(hostname)) return loopback
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (found.length === 0) throw answers[0].status === 'rejected' ? answers[0].reason : new Error('no address')
    return found
  }
}

/** The system's resolver also knows the hosts file and names of neighbouring containers. */
export const systemLookup: Lookup = (hostname) => system.lookup(hostname, { all: true })

const loopback: Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
