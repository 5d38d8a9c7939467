// Refuses private networks at every connection, follows no redirect, uses no proxy, and speaks HTTP/1.1 only.

import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Agent } from 'undici'
import { bareHost, checkUrl, parseRange } from './addresses.ts'
import { allowedAddresses, asNodeLookup, createConnector, resolveAllowed } from './connector.ts'
import { type Download, type DownloadLimits, download } from './download.ts'
import { GuardedFetchError } from './errors.ts'
import { exchange, type GuardedRequest, type GuardedResponse } from './exchange.ts'
import { createLookup, type Lookup, systemLookup } from './lookup.ts'

const maxHeaderBytes = 16 * 1024

export type GuardedFetch = {
  /** Throws only GuardedFetchError. A redirect is returned, not followed. */
  (url: string | URL, request?: GuardedRequest): Promise<GuardedResponse>
  /** Streams a large file. A redirect is returned, not followed. */
  download(url: string, limits: DownloadLimits): Promise<Download>
  /**
   * Returns the reason for refusing a URL. The reason completes a sentence that begins "must". The call also resolves the
   * name. A name that does not resolve is accepted: it may exist later, and every connection is checked again.
   */
  refusal(url: string): Promise<string | undefined>
  /**
   * Returns a lookup for another library's connections to this URL, after `refusal` accepted it. The lookup returns only
   * allowed addresses. Node calls it only for names, so check a URL with a literal address before every use.
   */
  lookupFor(url: string): LookupFunction
  close(): Promise<void>
}

export type GuardedFetchOptions = {
  /** For development: allows private networks over https, and this machine also over http. */
  allowPrivate: boolean
  lookup?: Lookup
  /** Addresses or blocks that are always refused, such as the deployment's own. Default: the addresses of this machine. */
  denied?: readonly string[]
  /**
   * One address of ours or of the operator. It may be on this machine or in a private network, also over http. Only
   * this exact address is allowed, including its path.
   */
  ownReceiver?: string
  /**
   * A shop that this service serves itself, allowed like `ownReceiver`: its address, and every address inside
   * `folders`. Each folder ends with a slash.
   */
  ownShop?: { address: string; folders: readonly string[] }
}

export function createGuardedFetch({
  allowPrivate,
  lookup,
  denied,
  ownReceiver,
  ownShop,
}: GuardedFetchOptions): GuardedFetch {
  const allowance = { allowLoopbackHttp: allowPrivate, allowPrivate }
  const reach = { allowPrivate, denied: (denied ?? (allowPrivate ? [] : ownAddresses())).map(parseRange) }
  const resolve = lookup ?? (allowPrivate ? systemLookup : createLookup())
  const agent = createAgent(createConnector(reach, resolve))
  // URL parsing has resolved dot segments, so they cannot lead out of the path.
  const isOfShop = (address: string | URL) => {
    if (!ownShop || !URL.canParse(address)) return false
    const { href } = new URL(address)
    return href === ownShop.address || ownShop.folders.some((folder) => href.startsWith(folder))
  }
  const isOwn = (address: string | URL) =>
    (ownReceiver !== undefined && String(address) === ownReceiver) || isOfShop(address)
  const ownAgent = createAgent(createConnector({ allowPrivate: true, denied: [], privateHttp: true }, systemLookup))

  async function guardedFetch(address: string | URL, request: GuardedRequest = {}): Promise<GuardedResponse> {
    if (isOwn(address)) return await exchange(ownAgent, new URL(address), request)
    const { url, reason } = checkUrl(String(address), allowance)
    if (!url) throw new GuardedFetchError('address_refused', reason)
    return await exchange(agent, url, request)
  }

  async function guardedDownload(address: string, limits: DownloadLimits): Promise<Download> {
    const { url, reason } = checkUrl(address, allowance)
    if (!url) throw new GuardedFetchError('address_refused', reason)
    return await download(agent, url, limits)
  }

  async function refusal(address: string): Promise<string | undefined> {
    if (isOwn(address)) return undefined
    const { url, reason } = checkUrl(address, allowance)
    if (!url) return reason
    const host = bareHost(url.hostname)
    const find: Lookup = isIP(host) ? async () => [{ address: host, family: isIP(host) }] : resolve
    try {
      await resolveAllowed(host, allowedAddresses(reach, url.protocol), find)
    } catch (error) {
      if (error instanceof GuardedFetchError) return 'lead to a public address'
    }
  }

  const lookupFor = (address: string): LookupFunction => {
    const isAllowed = allowedAddresses(reach, new URL(address).protocol)
    return asNodeLookup((hostname) => resolveAllowed(hostname, isAllowed, resolve))
  }

  return Object.assign(guardedFetch, {
    refusal,
    lookupFor,
    download: guardedDownload,
    close: async () => void (await Promise.all([agent.destroy(), ownAgent.destroy()])),
  })
}

const createAgent = (connect: ReturnType<typeof createConnector>) =>
  new Agent({
    connect,
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    // Each call's deadline covers headers and body, so these timeouts would only add two timers per call.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

// A connection from this machine to its own public address bypasses the firewall and reaches other local services.
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
}
