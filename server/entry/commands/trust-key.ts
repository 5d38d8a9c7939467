import { deleteTrustedKey, listTrustedKeys, readPublicKey, trustKey } from '#resources/evidence/heads/key-commands.ts'
import { OperatorError } from '../operator.ts'
import type { Service } from '../service.ts'
import type { Flags } from './command.ts'

export const trustKeyUsage = 'add KEY --name NAME | list | remove KEY|NAME [--json]'
export const trustKeyOptions = { key: { type: 'string' }, name: { type: 'string' } } as const

export async function runTrustKey(
  { db }: Pick<Service, 'db'>,
  [verb, ...args]: string[],
  flags: Flags,
): Promise<string> {
  const given = args[0] ?? (typeof flags.key === 'string' ? flags.key : '')
  if (args.length > 1) throw new OperatorError(`Use trust-key ${trustKeyUsage}`)
  const say = (answer: unknown, text: string) => (flags.json ? JSON.stringify(answer) : text)
  if (verb === 'list') {
    const keys = await listTrustedKeys(db)
    const lines = keys.map(({ publicKey, name, addedAt }) => `${publicKey}  ${addedAt}  ${name}`)
    return say({ data: keys }, lines.join('\n') || 'No trusted keys.')
  }
  if (verb === 'add') {
    const publicKey = readPublicKey(given)
    if (!publicKey)
      throw new OperatorError('KEY must be an Ed25519 public key: 32 bytes in base64, as on {origin}/evidence/keys.')
    const name = typeof flags.name === 'string' ? flags.name.trim() : ''
    const refusal = await trustKey(db, publicKey, name)
    if (refusal !== undefined) throw new OperatorError(refusal)
    return say({ publicKey: given, name }, `Archives signed with ${given} are now trusted.`)
  }
  if (verb === 'remove') {
    const named = given || (typeof flags.name === 'string' ? flags.name.trim() : '')
    const found = (await listTrustedKeys(db)).filter(({ publicKey, name }) => publicKey === named || name === named)
    const [only] = found
    if (!only) throw new OperatorError('Unknown key. `evident trust-key list` shows the trusted ones.')
    if (found.length > 1) throw new OperatorError('Several keys have this name. Pass the key itself.')
    await deleteTrustedKey(db, Buffer.from(only.publicKey, 'base64'))
    return say({ publicKey: only.publicKey, removed: true }, `${only.publicKey} is no longer trusted.`)
  }
  throw new OperatorError(`Use trust-key ${trustKeyUsage}`)
}
