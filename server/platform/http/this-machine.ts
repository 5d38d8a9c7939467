// A local proxy has a local peer address too, so a request with any header that proxies add does not count as local.
import type { IncomingMessage } from 'node:http'

export function isOfThisMachine({ socket, headers, httpVersion }: Request): boolean {
  const { remoteAddress = '' } = socket
  if (!/^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/.test(remoteAddress)) return false
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(headers.host ?? '')) return false
  // Browsers use only HTTP/1.1 without TLS, while some proxies still use 1.0 to their backends.
  if (httpVersion !== '1.1') return false
  return !Object.keys(headers).some((name) => ofProxies.test(name))
}

type Request = Pick<IncomingMessage, 'headers' | 'httpVersion'> & { socket: Peer }
type Peer = { remoteAddress?: string | undefined }

const ofProxies =
  /^(?:x-forwarded|x-real-ip|x-original|x-client-ip|x-cluster|x-envoy|x-amzn|cf-|true-client-ip|fastly-|fly-|forwarded|via$|client-ip)/
