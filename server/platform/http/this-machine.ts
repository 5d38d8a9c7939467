// Whether a request was sent by a program on this machine, and not brought by a proxy on it: what comes through one has the
// same peer. Nothing that a client writes makes it true by itself; whatever a proxy adds makes it false.
import type { IncomingMessage } from 'node:http'

/** Whether the connection is from this machine, the name it was called by is of this machine, and nobody speaks for another. */
export function isOfThisMachine({ socket, headers, httpVersion }: Request): boolean {
  const { remoteAddress = '' } = socket
  if (!/^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/.test(remoteAddress)) return false
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(headers.host ?? '')) return false
  // Browsers speak no other to a service without TLS; some proxies still call what is behind them by 1.0.
  if (httpVersion !== '1.1') return false
  return !Object.keys(headers).some((name) => ofProxies.test(name))
}

type Request = Pick<IncomingMessage, 'headers' | 'httpVersion'> & { socket: Peer }
type Peer = { remoteAddress?: string | undefined }

const ofProxies =
  /^(?:x-forwarded|x-real-ip|x-original|x-client-ip|x-cluster|x-envoy|x-amzn|cf-|true-client-ip|fastly-|fly-|forwarded|via$|client-ip)/
