// The one client for addresses that users typed: webhooks, photos of imports. Owns what may be reached and how much is
// read. Refuses private networks at every connection, follows no redirect, knows no proxy, speaks HTTP/1.1 only.

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
  /** Throws only GuardedFetchError. A redirect is an answer like any other. */
  (url: string | URL, request?: GuardedRequest): Promise<GuardedResponse>
  /** A large file, as it comes. A redirect is an answer like any other. */
  download(url: string, limits: DownloadLimits): Promise<Download>
  /**
   * Why the URL may not be called, as the rest of a sentence that begins "must", also by what its name resolves to now.
   * A name that does not resolve passes: it may come to exist, and every connection is checked again.
   */
  refusal(url: string): Promise<string | undefined>
  /**
   * For another library's own connections to this URL, whose `refusal` was asked first: gives it none but addresses that may be
   * reached. Node asks it for names alone, so a URL of a bare address has to be asked for again before every use.
   */
  lookupFor(url: string): LookupFunction
  close(): Promise<void>
}

export type GuardedFetchOptions = {
  /** For development: private networks over https, the own machine also over http. */
  allowPrivate: boolean
  lookup?: Lookup
  /** Further addresses or blocks to refuse, such as the deployment's own public ones; by default this machine's own. */
  denied?: readonly string[]
}

export function createGuardedFetch({ allowPrivate, lookup, denied }: GuardedFetchOptions): GuardedFetch {
  const allowance = { allowLoopbackHttp: allowPrivate, allowPrivate }
  const reach = { allowPrivate, denied: (denied ?? (allowPrivate ? [] : ownAddresses())).map(parseRange) }
  const resolve = lookup ?? (allowPrivate ? systemLookup : createLookup())
  const agent = new Agent({
    connect: createConnector(reach, resolve),
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    // The deadline of each call covers these; left on, they would be two more timers a call.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  async function guardedFetch(address: string | URL, request: GuardedRequest = {}): Promise<GuardedResponse> {
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
    close: () => agent.destroy(),
  })
}

// A public address of this machine reaches past its firewall to whatever listens beside the service.
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
}
