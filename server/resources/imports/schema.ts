import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const statuses = ['queued', 'running', 'completed', 'failed'] as const
export const outcomes = ['imported', 'updated', 'skipped', 'failed'] as const
export const kinds = ['reviews', 'loyalty_balances', 'archive', 'faqs', 'products'] as const
export const askedStatuses = ['pending', 'approved'] as const
export type RowOutcome = (typeof outcomes)[number]
export type AskedStatus = (typeof askedStatuses)[number]

const Remark = Type.Object({ code: Type.String(), message: Type.String() }, { title: 'ImportRemark' })

export const Import = Type.Object(
  {
    id: Id,
    status: OneOf(statuses),
    kind: OneOf(kinds, { description: 'What the file brings; an open set of words.' }),
    format: Type.String({
      description: 'Found from the header, such as `judge_me_export`; also stored with each review.',
    }),
    dryRun: Type.Boolean(),
    reviewStatus: OneOf(askedStatuses, { description: 'The status that was asked for reviews.' }),
    fileName: Nullable(Type.String()),
    total: Nullable(Type.Integer({ description: 'Rows of the file; null until they are counted.' })),
    processed: Type.Integer({ description: 'Rows done so far, in the order of the file.' }),
    imported: Type.Integer(),
    updated: Type.Integer(),
    skipped: Type.Integer({
      description: 'Rows that say what an earlier import already said, or that belong to another row.',
    }),
    failed: Type.Integer(),
    rowsByType: Nullable(
      Type.Array(
        Type.Object(
          {
            type: Type.String({ description: 'As the lines of the archive name it in `table`, such as `reviews`.' }),
            rows: Type.Integer({ description: 'How many of them.' }),
            unproven: Type.Optional(
              Type.Integer({
                description:
                  'Reviews among them that no signed ledger of a known key proves. They came back as imported, unverified and pending. Absent when there are none.',
              }),
            ),
          },
          { title: 'ImportedRows' },
        ),
        { description: 'Of the archive of a store: what came back, or would; null until it has ended.' },
      ),
    ),
    warnings: Type.Array(Remark, { description: 'About the file as a whole.' }),
    error: Type.Unsafe<Static<typeof Remark> | null>({ anyOf: [Remark, { type: 'null' }] }),
    createdAt: Instant,
    startedAt: Nullable(Instant),
    finishedAt: Nullable(Instant),
  },
  { title: 'Import' },
)
export type Import = Static<typeof Import>

export const ImportRow = Type.Object(
  {
    line: Type.Integer({
      description: 'The line of the file on which the row begins; in a JSON list, the place of the row in the list.',
    }),
    outcome: OneOf(outcomes),
    code: Nullable(Type.String({ description: 'Why it failed, or what was noticed. The set may grow.' })),
    message: Nullable(Type.String()),
    reviewId: Nullable(Id),
  },
  { title: 'ImportRow' },
)
export type ImportRow = Static<typeof ImportRow>

export const UploadQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Report what would happen, and write no review, photo or customer.' }),
  ),
  status: Type.Optional(
    OneOf(askedStatuses, {
      default: 'pending',
      description: '`approved` approves what the old platform showed, in your name; needs the role ADMIN.',
    }),
  ),
  dateOrder: Type.Optional(
    OneOf(['dmy', 'mdy'], { description: 'How `03/04/2024` is meant, where the format does not say so.' }),
  ),
  fileName: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'For your list of imports.' })),
})
export type UploadQuery = Static<typeof UploadQuery>

export const BalancesQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Report what would happen, and give no points.' })),
  grantedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description:
        'As of when the balances are dated, and from when on they lapse; the moment of the upload unless given. A row that names a day of its own has that.',
    }),
  ),
  dateOrder: UploadQuery.properties.dateOrder,
  fileName: UploadQuery.properties.fileName,
})

export const FaqsQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Report what would happen, and write no FAQ.' })),
  fileName: UploadQuery.properties.fileName,
})

export const ProductsQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Report what would happen, and write no product.' }),
  ),
  fileName: UploadQuery.properties.fileName,
})

export const ListQuery = pageQuery({ status: Type.Optional(AnyOf(statuses)) })
export const RowsQuery = pageQuery({ outcome: Type.Optional(AnyOf(outcomes)) })
