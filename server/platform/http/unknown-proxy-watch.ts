// Detects a proxy missing from TRUSTED_PROXIES. Without the setting, visitors behind one proxy share their limits.
import type { IncomingMessage } from 'node:http'
import type { Proxies } from '../identity/proxies.ts'
import type { Log } from '../process/log.ts'

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']
const recordEveryMs = 5 * 60_000

type Request = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/** Call the returned function after the response is sent, because it does not wait for the write that it starts. */
export function unknownProxyWatch(
  log: Log,
  proxies: Proxies,
  record: (peer: string) => Promise<void> = async () => {},
): (request: Request) => void {
  let isWarned = false
  let recordedAtMs = Number.NEGATIVE_INFINITY
  return ({ headers, socket }) => {
    if (!forwardingHeaders.some((name) => headers[name] !== undefined)) return
    const nowMs = performance.now()
    if (nowMs - recordedAtMs < recordEveryMs) return
    // On a socket that listens on IPv6, an IPv4 peer's address has this prefix.
    const peer = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '')
    if (peer === undefined || proxies.isTrusted(peer)) return
    recordedAtMs = nowMs
    if (!isWarned)
      log.warn({ peer }, 'Forwarding headers are ignored. If this peer is a proxy, add it to TRUSTED_PROXIES.')
    isWarned = true
    record(peer).catch((error: Error) => log.debug({ peer, err: error.message }, 'an unknown proxy was not recorded'))
  }
}
