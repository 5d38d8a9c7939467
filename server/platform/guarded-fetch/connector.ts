// Resolves a name once and connects to the checked addresses, so a different second DNS answer cannot take effect.

import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isLoopbackAddress, isPrivateAddress, isPublicAddress, isWithin, type Range } from './addresses.ts'
import { GuardedFetchError } from './errors.ts'
import type { Address, Lookup } from './lookup.ts'

export type IsAllowed = (ip: string) => boolean

const connectTimeoutMs = 5000

/** `privateHttp`: plain http may also reach private networks, not only this machine. */
export type Reach = { allowPrivate: boolean; denied: readonly Range[]; privateHttp?: boolean }

/**
 * Plain http never reaches a public address. It is for receivers on the developer's own machine and, with
 * `privateHttp`, in private networks.
 */
export function allowedAddresses({ allowPrivate, denied, privateHttp }: Reach, protocol: string): IsAllowed {
  const isPrivate = protocol === 'http:' && !privateHttp ? isLoopbackAddress : isPrivateAddress
  const isPublic = protocol === 'http:' ? () => false : isPublicAddress
  return (ip) => (isPublic(ip) || (allowPrivate && isPrivate(ip))) && !isWithin(ip, denied)
}

export function createConnector(reach: Reach, lookup: Lookup): buildConnector.connector {
  const http = guard(allowedAddresses(reach, 'http:'), lookup)
  const https = guard(allowedAddresses(reach, 'https:'), lookup)
  return (options, callback) => (options.protocol === 'https:' ? https : http)(options, callback)
}

/** Refuses all addresses when one is refused, because we do not choose which address is tried first. */
export async function resolveAllowed(hostname: string, isAllowed: IsAllowed, lookup: Lookup): Promise<Address[]> {
  const addresses = await lookup(hostname)
  if (addresses.length === 0) throw new Error('the name has no address')
  if (!addresses.every(({ address }) => isAllowed(address))) throw new GuardedFetchError('address_refused')
  return addresses
}

function guard(isAllowed: IsAllowed, lookup: Lookup): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    autoSelectFamily: true,
    timeout: connectTimeoutMs,
    lookup: asNodeLookup((hostname) => resolveAllowed(hostname, isAllowed, lookup)),
  })
  return (options, callback) => {
    // Node calls no lookup for a host that is already an address.
    if (isIP(options.hostname) && !isAllowed(options.hostname)) {
      callback(new GuardedFetchError('address_refused'), null)
      return
    }
    connect(options, callback)
  }
}

export function asNodeLookup(resolve: Lookup): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first = { address: '', family: 0 }] = addresses
        if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, '', 0),
    )
  }
}
