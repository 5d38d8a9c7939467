// The baseline creates the schema that 130 earlier files, 0001 to 0370, created. A database that ran those files continues
// after the baseline.
import { createHash } from 'node:crypto'
import type { Migration } from '../all-tables.ts'
import { UnsuitableDatabase } from '../can-connect.ts'

export const lastCommitWithReplacedFiles = '9040dee86c4ebbdf7fdf42fffe2f051c05ae90b1'

const digestOfReplacedFiles = '3af7cdc6d6a3afd4af100f41cf2ab5750bfee17f566c45baf535fd91375d14ed'
const lastReplacedFile = '0370_packed_products.sql'

/**
 * This file was added after the release of 0370. Databases that ran it before or after the other files have the same
 * schema.
 */
const optionalFile = '0124_uuidv7.sql'

export const isUpToBaseline = ({ name }: Pick<Migration, 'name'>): boolean => name <= lastReplacedFile

/** A database that ran all replaced files skips the baseline. A database that ran only some of them is refused. */
export function filesFor(applied: readonly Migration[], files: readonly string[]): string[] {
  const isFresh = applied.length === 0
  const hasBaseline = applied.some(({ name }) => name === files[0])
  if (isFresh || hasBaseline) return [...files]
  if (computeDigest(applied.filter(isUpToBaseline)) === digestOfReplacedFiles)
    return files.filter((name) => !isUpToBaseline({ name }))
  throw new UnsuitableDatabase(
    `this database is too old for this version. Check out the commit ${lastCommitWithReplacedFiles}, run \`evident migrate\` there, and then start this version again.`,
  )
}

function computeDigest(applied: readonly Migration[]): string {
  const lines = applied
    .filter(({ name }) => name !== optionalFile)
    .map(({ name, sha256 }) => `${name} ${sha256}\n`)
    .sort()
  return createHash('sha256').update(lines.join('')).digest('hex')
}
