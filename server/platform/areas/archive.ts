// What of an area belongs into the archive of a store. Areas declare it in their `area.ts`; the archive is nothing but all of these
// one after the other, so that a new area is archived without anybody thinking of it: a test asks for every table of stores.
import type { TSchema } from 'typebox'
import type { StoreReads, StoreTx } from '../db/db.ts'
import type { Sql } from '../db/query.ts'
import type { Tables } from '../db/tables.generated.ts'
import type { Secrets } from '../process/secrets.ts'
import { internalEvent } from './events.ts'

/** All of an archive has come back; `store` is the one that it was made of, and `ledger` what its evidence came to. */
export const archiveRestored = internalEvent<{
  id: string
  store: string | null
  ledger?: { size: number; root: string }
}>('archive.restored')

/**
 * The signed ledger's word about a review's row: `proven`, a signed entry binds it; `imported`, an import made it and no
 * entry contradicts it; `unproven`, anybody may have written it.
 */
export type RowProof = 'proven' | 'imported' | 'unproven'

/** Tables whose rows belong to a store. */
export type StoreTable = {
  [Name in keyof Tables]: Tables[Name] extends { store_env_id: string } ? Name : never
}[keyof Tables]

/** Those that name a file in the storage. */
export type FileTable = {
  [Name in StoreTable]: Tables[Name] extends { storage_key: string | null } ? Name : never
}[StoreTable]

/** A row as the archive has it: instants, numbers and bytes as PostgreSQL writes them in JSON. */
export type ArchivedRow = Readonly<Record<string, unknown>>

/** What a row that is restored may be given. */
export type Restoring = {
  storeEnvId: string
  organizationId: string
  now: Date
  secrets: Secrets
  /** Origins of the store that is restored into. */
  origins: readonly string[]
  /** The id that a row has in this store, of the one it had where the archive was made. */
  idOf(id: string): string
  /** Asked once for each row of a review. */
  proofOf(review: ArchivedRow): RowProof
  /** Whether the review with this id, as the archive has it, came back unproven. */
  isUnproven(reviewId: unknown): boolean
  /** Where the file is here that a row names; undefined when the archive has none. */
  keyOf(storageKey: string): string | undefined
}

/** A table whose rows are archived as they are. */
export type ArchivedTable<Table extends StoreTable = StoreTable> = {
  [Name in Table]: {
    table: Name
    /** Columns that stay behind: secrets, and what a job makes of the others anyway. */
    without?: readonly (keyof Tables[Name] & string)[]
    /** Stay behind too, and are made by the database when a row comes back: of the row, which is `r`. */
    made?: { readonly [Column in keyof Tables[Name] & string]?: Sql }
    /** Whole e-mail addresses, which only signed-in people get. */
    addresses?: readonly (keyof Tables[Name] & string)[]
    /** Its file in the storage is archived with the row. */
    withFile?: Name extends FileTable ? true : never
    /** What the API calls such a row: after a restore its new id is told beside the old one. */
    type?: string
    /** What a store has of it already stays, beside what comes back; of all others the archive's rows take the place. */
    isAddedTo?: true
    /** Shapes of columns as the calls of the area take them. Any other column is bounded by its type. */
    columns?: { readonly [Column in keyof Tables[Name] & string]?: TSchema }
    /** Columns that a row comes back with instead of its own. Throws a 400 for a row that the area would have refused. */
    restored?(row: ArchivedRow, restoring: Restoring): ArchivedRow | Promise<ArchivedRow>
    /** It is archived to be read, and does not come back: what is learnt from its rows instead, in no order. */
    insteadOfRestoring?(tx: StoreTx, rows: readonly ArchivedRow[]): void
    /** Throws a 400 once all rows of the archive are written, and these do not fit together. */
    together?(tx: StoreReads): Promise<unknown>
    /** What else the rows need that have just come back. */
    after?(tx: StoreTx, ids: readonly string[]): Promise<unknown>
  }
}[Table]
