// A receiver in its own process: hangs at /hang, fails at /fail, and counts all other requests. GET returns the count
// and, for /timed, the delay of each after its `sentAt` (both processes share the machine's clock).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let count = 0
let lags: number[] = []

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, lags }))
    if (request.url === '/reset') [count, lags] = [0, []]
    return
  }
  if (request.url === '/hang') return void request.resume()
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url === '/fail') return void response.writeHead(500).end('no')
    count++
    if (request.url === '/timed')
      lags.push(Date.now() - Date.parse(/"sentAt":"([^"]+)"/.exec(Buffer.concat(chunks).toString())?.[1] ?? ''))
    response.end('ok')
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('SIGTERM', () => process.exit(0))
