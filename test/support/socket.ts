// Sends one request over its own socket, with bytes that no HTTP client would send.
import { connect } from 'node:net'
import type { Answer } from './service.ts'

/**
 * Sends the bytes unchanged and reads until the server closes the connection. A request should therefore ask for
 * `connection: close`.
 */
export function exchange(port: number, bytes: string | Buffer, timeoutMs = 30_000): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const received: Uint8Array[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no end after ${timeoutMs} ms`)))
    socket.on('data', (chunk) => received.push(Buffer.from(chunk)))
    let failure: Error | undefined
    // A server that refuses early may reset the connection while the client still writes. The response before the reset
    // counts.
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('close', () => {
      const answer = parseAnswer(Buffer.concat(received).toString('utf8'))
      if (answer) resolve(answer)
      else reject(failure ?? new Error(`no HTTP answer: ${Buffer.concat(received).subarray(0, 200)}`))
    })
  })
}

/** Builds a request as text. Every line of `headers` is sent unchanged. */
export function request(line: string, headers: string[], body: string | Buffer = ''): Buffer {
  const head = [`${line} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

function parseAnswer(text: string): Answer | undefined {
  const [head = '', body = ''] = splitOnce(text, '\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
  if (!status) return undefined
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => splitOnce(line, ':'))
      .map(([name = '', value = '']) => [name.toLowerCase(), value.trim()]),
  )
  return { status, headers, text: body, body: parsed(body) }
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
