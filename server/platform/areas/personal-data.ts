// What an area holds of the people who buy and write: how one of them gets it, and how it is erased. Areas declare it in their
// `area.ts`; the export and the erasure of a person are nothing but all of these one after the other.
import type { TSchema } from 'typebox'
import type { StoreReads, StoreTx } from '../db/db.ts'
import type { Secrets } from '../process/secrets.ts'

export type PersonalData = {
  /** Tables with anything personal: what they hold of one person is listed or erased here. A test asks for every such table. */
  tables: readonly string[]
  lists?: readonly PersonalList[]
  /** Keeps waiting what would write about the person meanwhile; of all areas, before any of them erases. */
  lock?(tx: StoreTx): Promise<unknown>
  /** What was erased, by the names under which the answer counts it. */
  counts?: readonly string[]
  /** Doing it again changes nothing. */
  erase?(tx: StoreTx, person: Person): Promise<Readonly<Record<string, number>> | undefined>
}

/** Rows about one person, newest first. */
export type PersonalList = {
  name: string
  /** A row as it leaves. */
  shape: TSchema
  /** Part of the short overview too, not of the export alone. */
  isActivity?: true
  list(tx: StoreReads, person: Person, limit?: number): Promise<readonly unknown[]>
}

/** `email` is normalised. `keepsReviews`: they lose who wrote them and stay, whatever the store has chosen. */
export type Person = { email: string; secrets: Secrets; keepsReviews?: boolean }
