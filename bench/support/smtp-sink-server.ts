import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

let count = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  maxClients: 100,
  onData(stream, _session, done) {
    stream.resume()
    stream.on('end', () => {
      count++
      done()
    })
  },
})
server.on('error', () => {})
process.on('message', () => process.send?.({ count }))
process.on('SIGTERM', () => process.exit(0))
const listening = server.listen(0, '127.0.0.1', () => process.send?.((listening.address() as AddressInfo).port))
