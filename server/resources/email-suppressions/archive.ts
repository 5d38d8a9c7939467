import { Type } from 'typebox'
import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { hashAddress } from './commands.ts'

export const archive = [
  {
    table: 'email_suppressions',
    columns: { email: Type.String({ maxLength: 320 }), note: Type.String({ maxLength: 500 }) },
    addresses: ['email'],
    isAddedTo: true,
    restored: rehashed,
  },
] satisfies readonly ArchivedTable[]

/**
 * Each installation hashes with its own key, so the hash is computed again. If the address was erased, the old hash
 * stays, and matches only in the old installation.
 */
function rehashed({ email }: ArchivedRow, { secrets }: Restoring): ArchivedRow {
  return typeof email === 'string' ? { email_hash: `\\x${hashAddress(secrets, email).hash.toString('hex')}` } : {}
}
