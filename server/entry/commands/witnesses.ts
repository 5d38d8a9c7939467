import { isUuid } from '#platform/values/ids.ts'
import { addWitness, listWitnesses, removeWitness } from '#resources/witnesses/commands.ts'
import { OperatorError } from '../operator.ts'
import type { Service } from '../service.ts'
import type { Flags } from './command.ts'

export const witnessesUsage = 'add --vkey VKEY --url URL [--stores all|ID,ID] | list | remove NAME [--json]'
export const witnessesOptions = {
  vkey: { type: 'string' },
  url: { type: 'string' },
  stores: { type: 'string' },
} as const

export async function runWitnesses(
  { db, services: { config, secrets } }: Pick<Service, 'db' | 'services'>,
  [verb, ...args]: string[],
  flags: Flags,
): Promise<string> {
  const say = (answer: unknown, text: string) => (flags.json ? JSON.stringify(answer) : text)
  if (verb === 'list' && args.length === 0) {
    const data = await listWitnesses(db)
    const lines = data.map(({ vkey, url, stores }) => `${vkey}  ${url}  ${stores?.join(',') ?? 'all stores'}`)
    return say({ data }, lines.join('\n') || 'No witnesses.')
  }
  if (verb === 'add' && args.length === 0) {
    const vkey = String(flags.vkey ?? '')
    const url = readAddress(String(flags.url ?? ''), config.webhookAllowPrivate)
    const refusal = await addWitness(db, secrets, { vkey, url, stores: readStores(flags.stores) })
    if (refusal !== undefined) throw new OperatorError(refusal)
    return say({ vkey, url }, 'Witness added. It gets the next head of each store.')
  }
  if (verb === 'remove' && args.length === 1) {
    if (!(await removeWitness(db, args[0] ?? '')))
      throw new OperatorError('Unknown witness. `evident witnesses list` shows all.')
    return say({ name: args[0], removed: true }, `Heads are no longer offered to ${args[0]}. Its cosignatures stay.`)
  }
  throw new OperatorError(`Use witnesses ${witnessesUsage}`)
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

function readAddress(text: string, allowPrivate: boolean): string {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.search || url.hash)
    throw new OperatorError('--url must be an address such as https://witness.example/prefix.')
  const isLocal = url.protocol === 'http:' && loopback.test(url.hostname)
  if (isLocal && !allowPrivate)
    throw new OperatorError('http is allowed for this machine only, and only with WEBHOOK_ALLOW_PRIVATE=true.')
  if (url.protocol !== 'https:' && !isLocal) throw new OperatorError('--url must begin with https://.')
  return url.href.replace(/\/+$/, '')
}

const mostStores = 1_000

function readStores(value: Flags[string]): string[] | null {
  if (value === undefined || value === 'all') return null
  const ids = String(value).toLowerCase().split(',')
  if (ids.length > mostStores || !ids.every(isUuid))
    throw new OperatorError(`--stores must be \`all\`, or up to ${mostStores} ids of stores, separated by commas.`)
  return [...new Set(ids)]
}
