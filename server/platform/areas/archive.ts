// A test requires that every table with rows of stores is archived or left out for a reason.
import type { TSchema } from 'typebox'
import type { StoreReads, StoreTx } from '../db/db.ts'
import type { Sql } from '../db/query.ts'
import type { Tables } from '../db/tables.generated.ts'
import type { Secrets } from '../process/secrets.ts'
import { internalEvent } from './events.ts'

/** `store` is the store the archive was made from; `ledger` has the size and root hash of the archived ledger. */
export const archiveRestored = internalEvent<{
  id: string
  store: string | null
  ledger?: { size: number; root: string }
}>('archive.restored')

/**
 * `proven`: a signed entry binds the row. `imported`: an import made it and no entry contradicts it. `unproven`: anybody
 * may have written it.
 */
export type RowProof = 'proven' | 'imported' | 'unproven'

export type StoreTable = {
  [Name in keyof Tables]: Tables[Name] extends { store_env_id: string } ? Name : never
}[keyof Tables]

export type FileTable = {
  [Name in StoreTable]: Tables[Name] extends { storage_key: string | null } ? Name : never
}[StoreTable]

/** An archived row. Times, numbers and bytes have the form that PostgreSQL writes in JSON. */
export type ArchivedRow = Readonly<Record<string, unknown>>

export type Restoring = {
  storeEnvId: string
  organizationId: string
  now: Date
  secrets: Secrets
  /** Origins of the store that the archive is restored into. */
  origins: readonly string[]
  /** Maps an id of the archive to the row's id in this store. */
  idOf(id: string): string
  proofOf(review: ArchivedRow): RowProof
  /** `reviewId` is the review's id in the archive. */
  isUnproven(reviewId: unknown): boolean
  /** Maps a file in the archive to its storage key here. Undefined if the archive lacks the file. */
  keyOf(storageKey: string): string | undefined
}

export type RetiredTable = {
  table: string
  /** Table whose rows are restored before the rows of the retired table. */
  after: StoreTable
  /** Throws a 400 for a row that the area would refuse. */
  restore(tx: StoreTx, rows: readonly ArchivedRow[], restoring: Restoring): Promise<unknown>
}

export type ArchivedTable<Table extends StoreTable = StoreTable> = {
  [Name in Table]: {
    table: Name
    /** Columns that are not archived: secrets, and values that a job computes again. */
    without?: readonly (keyof Tables[Name] & string)[]
    /** Rows with a value in this column are not archived. */
    unless?: keyof Tables[Name] & string
    /** Columns that are not archived and that SQL computes on restore, from the row `r`. */
    made?: { readonly [Column in keyof Tables[Name] & string]?: Sql }
    /** Columns with unmasked e-mail addresses, which only signed-in people get. */
    addresses?: readonly (keyof Tables[Name] & string)[]
    withFile?: Name extends FileTable ? true : never
    /** The API's name for a row of this table. A restore reports the new id beside the old one. */
    type?: string
    /** The store's existing rows stay. In tables without this flag, the archive's rows replace them. */
    isAddedTo?: true
    /** Schemas of columns as the area's calls accept them. Any other column is bounded by its type. */
    columns?: { readonly [Column in keyof Tables[Name] & string]?: TSchema }
    /** Returns the row to restore, with changed columns. Throws a 400 for a row that the area would have refused. */
    restored?(row: ArchivedRow, restoring: Restoring): ArchivedRow | Promise<ArchivedRow>
    /**
     * The table is archived only for readers of the archive. A restore passes its rows to this function, in any order,
     * and writes none.
     */
    insteadOfRestoring?(tx: StoreTx, rows: readonly ArchivedRow[]): void
    /** Runs after all rows are written. Throws a 400 if the rows contradict each other. */
    together?(tx: StoreReads): Promise<unknown>
    after?(tx: StoreTx, ids: readonly string[]): Promise<unknown>
  }
}[Table]
