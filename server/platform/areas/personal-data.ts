import type { TSchema } from 'typebox'
import type { StoreReads, StoreTx } from '../db/db.ts'
import type { Secrets } from '../process/secrets.ts'

export type PersonalData = {
  /**
   * Tables whose personal data this declaration lists or erases. A test requires a declaration for every table with
   * personal data.
   */
  tables: readonly string[]
  lists?: readonly PersonalList[]
  /** Blocks concurrent writes about the person. All areas lock before any of them erases. */
  lock?(tx: StoreTx): Promise<unknown>
  /** Counts in the response to an erasure, each with its name and description. */
  counts?: Readonly<Record<string, string>>
  /** Repeating the erasure changes nothing. */
  erase?(tx: StoreTx, person: Person): Promise<Readonly<Record<string, number>> | undefined>
}

export type PersonalList = {
  name: string
  description: string
  shape: TSchema
  /** True if the list is also part of the short overview, not only of the export. */
  isActivity?: true
  list(tx: StoreReads, person: Person, limit?: number): Promise<readonly unknown[]>
}

/** `email` is normalised. `keepsReviews`: reviews stay without their author, regardless of the store's setting. */
export type Person = { email: string; secrets: Secrets; keepsReviews?: boolean }
