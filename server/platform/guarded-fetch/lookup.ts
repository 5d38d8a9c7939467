// Names to addresses, for hosts that users typed.
// Asks name servers directly: the system's resolver holds one of four threads per name, so that two names whose servers
// never answer would stop every other delivery, and file access with it.

import * as system from 'node:dns/promises'
import { Resolver } from 'node:dns/promises'

export type Address = { address: string; family: number }

/** All addresses of a name; throws when there is none. */
export type Lookup = (hostname: string) => Promise<Address[]>

/** Asks `servers` (`address` or `address:port`), or those the machine is set up with. */
export function createLookup(servers: readonly string[] = []): Lookup {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (hostname) => {
    // No name server knows these, and by RFC 6761 none may be asked.
    if (/(^|\.)localhost$/.test(hostname)) return loopback
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (found.length === 0) throw answers[0].status === 'rejected' ? answers[0].reason : new Error('no address')
    return found
  }
}

/** The system's resolver, which also knows the hosts file and the names of a container's neighbours. */
export const systemLookup: Lookup = (hostname) => system.lookup(hostname, { all: true })

const loopback: Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
