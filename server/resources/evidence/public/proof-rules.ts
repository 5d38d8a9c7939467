import { canonicalJson } from '../canonical-json.ts'
import type { LedgerEntry } from '../schema.ts'

/** A file by c2sp.org/tlog-proof. Its extra data is the entry, whose hash is the leaf. `path` has hexadecimal hashes. */
export function writeProof(entry: LedgerEntry, path: readonly string[], checkpoint: string): string {
  const lines = [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(canonicalJson(entry)).toString('base64')}`,
    `index ${entry.seq}`,
    ...path.map((hash) => Buffer.from(hash, 'hex').toString('base64')),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}
