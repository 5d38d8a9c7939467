import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { keyTypes, readVerifierKey, writeVerifierKey } from '#resources/evidence/cosignature-rules.ts'
import { readPublicKey } from '#resources/evidence/heads/key-commands.ts'
import { createWitness } from '#resources/witnesses/serving/witness-server.ts'
import { OperatorError } from '../operator.ts'
import type { Command, Flags } from './command.ts'

const usage = 'serve --name NAME --state DIR --listen HOST:PORT (--log VKEY | --service BASE64)…'

export const witness: Command = {
  summary: 'serve a witness of ledgers, without any database; prints its verifier key',
  usage,
  options: {
    name: { type: 'string' },
    state: { type: 'string' },
    listen: { type: 'string' },
    log: { type: 'string', multiple: true },
    service: { type: 'string', multiple: true },
  },
  async run({ args, flags }) {
    if (args.length !== 1 || args[0] !== 'serve') throw new OperatorError(`Use witness ${usage}`)
    const { name, folder, host, port, known } = readOptions(flags)
    const { key, server } = createWitness({ name, folder, known })
    server.listen(port, host)
    await once(server, 'listening').catch((error: Error) => {
      throw new OperatorError(`Cannot listen on ${host}:${port}: ${error.message}`)
    })
    console.log(writeVerifierKey(key))
    console.error(`evident: the witness listens on http://${host}:${(server.address() as AddressInfo).port}`)
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
    server.close()
    server.closeIdleConnections()
    await once(server, 'close')
    return 0
  },
}

function readOptions(flags: Flags) {
  const name = text(flags, 'name')
  if (!/^[^\s+]{1,200}$/u.test(name)) throw new OperatorError('--name has 1 to 200 characters, without spaces and "+".')
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text(flags, 'listen')) ?? []
  if (host === '' || Number(port) > 65_535) throw new OperatorError('--listen must be HOST:PORT.')
  const logs = list(flags, 'log').map((each) => {
    const key = readVerifierKey(each)
    if (key?.type !== keyTypes.log)
      throw new OperatorError('--log must be the verifier key of a ledger, from its /vkey.')
    return key
  })
  const services = list(flags, 'service').map((each) => {
    const key = readPublicKey(each)
    if (!key) throw new OperatorError('--service must be a public key of an installation, from {origin}/evidence/keys.')
    return key
  })
  if (logs.length + services.length === 0) throw new OperatorError('Pass at least one --log or --service.')
  return {
    name,
    folder: text(flags, 'state'),
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port),
    known: { logs, services },
  }
}

function text(flags: Flags, name: string): string {
  const value = flags[name]
  if (typeof value !== 'string' || value === '') throw new OperatorError(`Pass --${name}. Use witness ${usage}`)
  return value
}

const list = (flags: Flags, name: string): string[] => {
  const value = flags[name]
  return Array.isArray(value) ? value.map(String) : []
}
