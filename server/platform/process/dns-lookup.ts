import { Resolver } from 'node:dns/promises'

/** `silent`: no server responded, which proves nothing about the name. `broken`: a server sent an unreadable response. */
export type NameServerAnswer = { values: string[] } | { problem: 'silent' | 'broken' }

export type DnsLookup = {
  txt(host: string): Promise<NameServerAnswer[]>
  cname(host: string): Promise<NameServerAnswer[]>
}

const deadlineMs = 8_000
const maxValues = 10
const longestValue = 1_000

/** Queries each of `servers`. If the list is empty, it queries the machine's own resolvers, which count as one server. */
export function createDnsLookup(servers: readonly string[]): DnsLookup {
  const resolvers = (servers.length > 0 ? servers : [undefined]).map((server) => {
    const resolver = new Resolver({ timeout: 1_500, tries: 2 })
    if (server !== undefined) resolver.setServers([server])
    return resolver
  })
  const ask = (question: (resolver: Resolver) => Promise<string[]>) =>
    Promise.all(resolvers.map((resolver) => askResolver(resolver, question)))
  return {
    txt: (host) => ask(async (resolver) => (await resolver.resolveTxt(host)).map((strings) => strings.join(''))),
    cname: (host) => ask(async (resolver) => (await resolver.resolveCname(host)).map((name) => name.toLowerCase())),
  }
}

async function askResolver(
  resolver: Resolver,
  question: (resolver: Resolver) => Promise<string[]>,
): Promise<NameServerAnswer> {
  const timer = setTimeout(() => resolver.cancel(), deadlineMs)
  try {
    const values = await question(resolver)
    return { values: values.slice(0, maxValues).map(presentable) }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'ENODATA' || code === 'ENOTFOUND') return { values: [] }
    const isSilent = ['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'EDESTRUCTION'].includes(code)
    return { problem: isSilent ? 'silent' : 'broken' }
  } finally {
    clearTimeout(timer)
  }
}

/** Anybody can publish arbitrary bytes in DNS. We store and show only printable text of limited length. */
const presentable = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
    .slice(0, longestValue)
    .toWellFormed()
