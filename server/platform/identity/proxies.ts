// X-Forwarded-For from strangers is ignored, because with it a visitor could avoid every limit.
import { BlockList, isIP } from 'node:net'

export type Proxies = {
  /** Whether forwarding headers from this address are trusted. */
  isTrusted(address: string): boolean
  resolveVisitor(peer: string | undefined, forwarded: string | string[] | undefined): string
}

/** Throws for anything but an address or a network such as `10.0.0.0/8`. */
export function createProxies(trusted: readonly string[]): Proxies {
  // Most services have no proxy, and every visitor's request calls these functions, so this case does no work.
  if (trusted.length === 0) return { isTrusted: () => false, resolveVisitor: (peer = '') => peer }
  const list = new BlockList()
  for (const each of trusted) trust(list, each)
  const isTrusted = (named: string) => {
    const address = withoutPort(named)
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    isTrusted,
    resolveVisitor(peer = '', forwarded = '') {
      let address = peer
      const named = String(forwarded).split(',')
      while (isTrusted(address) && named.length > 0) address = named.pop()?.trim() || address
      return address
    },
  }
}

/** Some proxies write `203.0.113.7:50123` and `[2001:db8::1]:443`; the port changes with each connection. */
export function withoutPort(address: string): string {
  const [, six, four] = /^(?:\[([^\]]+)\](?::\d+)?|(\d[\d.]+):\d+)$/.exec(address) ?? []
  return six ?? four ?? address
}

function trust(list: BlockList, text: string): void {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  if (version === 0 || Number(bits ?? most) > most) throw new Error(`${text} must be an address or a network.`)
  list.addSubnet(address, Number(bits ?? most), version === 4 ? 'ipv4' : 'ipv6')
}
