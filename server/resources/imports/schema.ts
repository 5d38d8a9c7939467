import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const statuses = ['queued', 'running', 'completed', 'failed'] as const
export const outcomes = ['imported', 'updated', 'skipped', 'failed'] as const
export const kinds = ['reviews', 'loyalty_balances', 'archive', 'faqs', 'products', 'orders'] as const
export const askedStatuses = ['pending', 'approved'] as const
export type RowOutcome = (typeof outcomes)[number]
export type AskedStatus = (typeof askedStatuses)[number]

const Remark = Type.Object(
  {
    code: Type.String({
      description: 'Code of the remark, for programs. More codes may follow.',
      examples: ['columns_not_used'],
    }),
    message: Type.String({
      description: 'Explanation for people. Programs read the code.',
      examples: ['These columns are not used: “order”.'],
    }),
  },
  { title: 'ImportRemark' },
)

export const Import = Type.Object(
  {
    id: described(Id, 'Id of the import, a UUIDv7.'),
    status: OneOf(statuses, { description: 'Status of the import.' }),
    kind: OneOf(kinds, { description: 'Content of the file. More kinds may follow.' }),
    format: Type.String({
      description: 'Format found from the header, such as `judge_me_export`. It is also stored with each review.',
      examples: ['judge_me_export'],
    }),
    dryRun: Type.Boolean({ description: 'Whether the import is a dry run that writes nothing.' }),
    reviewStatus: OneOf(askedStatuses, { description: 'Status requested for imported reviews.' }),
    fileName: Nullable(
      Type.String({
        description: 'Name of the uploaded file. Null if the upload named none.',
        examples: ['reviews.csv'],
      }),
    ),
    total: Nullable(Type.Integer({ description: 'Number of rows in the file. Null until counted.' })),
    processed: Type.Integer({ description: 'Number of rows processed, in file order.' }),
    imported: Type.Integer({ description: 'Number of records created.' }),
    updated: Type.Integer({ description: 'Number of records updated.' }),
    skipped: Type.Integer({
      description: 'Number of rows skipped, such as rows that were already imported or belong to an earlier row.',
    }),
    failed: Type.Integer({ description: 'Number of rows that failed.' }),
    rowsByType: Nullable(
      Type.Array(
        Type.Object(
          {
            type: Type.String({
              description: 'Type of the records, as in `table` of the archive lines, such as `reviews`.',
              examples: ['reviews'],
            }),
            rows: Type.Integer({ description: 'Number of records.' }),
            unproven: Type.Optional(
              Type.Integer({
                description:
                  'Number of reviews that no signed ledger with a known key proves. They are restored as imported, unverified and pending. Absent if zero.',
              }),
            ),
          },
          { title: 'ImportedRows' },
        ),
        { description: 'Number of restored records by type. Null until the restore has ended, and for other imports.' },
      ),
    ),
    warnings: Type.Array(Remark, { description: 'Remarks about the whole file.' }),
    error: Type.Unsafe<Static<typeof Remark> | null>({
      anyOf: [Remark, { type: 'null' }],
      description: 'Failure of the import. Null without a failure.',
    }),
    createdAt: described(Instant, 'Time the import was created.'),
    startedAt: Nullable(described(Instant, 'Time the import started. Null while it is queued.')),
    finishedAt: Nullable(described(Instant, 'Time the import finished. Null while it is in progress.')),
  },
  { title: 'Import' },
)
export type Import = Static<typeof Import>

export const ImportRow = Type.Object(
  {
    line: Type.Integer({
      description: 'Line of the file on which the row starts. In a JSON list, the position of the row.',
    }),
    outcome: OneOf(outcomes, { description: 'Result of the row.' }),
    code: Nullable(
      Type.String({
        description: 'Code of the error or remark. More codes may follow. Null otherwise.',
        examples: ['product_not_found'],
      }),
    ),
    message: Nullable(
      Type.String({
        description: 'Explanation for people. Null for rows without an error or remark.',
        examples: ['No product has this id.'],
      }),
    ),
    reviewId: Nullable(described(Id, 'Id of the imported review. Null if the row made none.')),
  },
  { title: 'ImportRow' },
)
export type ImportRow = Static<typeof ImportRow>

export const UploadQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to report the result without writing reviews, photos or customers.',
    }),
  ),
  status: Type.Optional(
    OneOf(askedStatuses, {
      default: 'pending',
      description:
        'Status of imported reviews. `approved` approves, in your name, the reviews that the old platform showed. It needs the role ADMIN.',
    }),
  ),
  dateOrder: Type.Optional(
    OneOf(['dmy', 'mdy'], {
      description: 'Order of day and month in dates such as `03/04/2024`. Used only for formats that define no order.',
    }),
  ),
  withoutProduct: Type.Optional(
    OneOf(['shop'], {
      description:
        'Subject of rows without any product value: reviews of the `shop`. Without it, they fail with `product_missing`, unless the file itself says that they are about the shop.',
    }),
  ),
  fileName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'File name to show in the list of imports.',
      examples: ['reviews.csv'],
    }),
  ),
})
export type UploadQuery = Static<typeof UploadQuery>

export const BalancesQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether to report the result without granting points.' }),
  ),
  grantedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description:
        'Date from which the lifetime of the points counts. Default: the time of the upload. A date in a row takes precedence.',
    }),
  ),
  dateOrder: described(
    UploadQuery.properties.dateOrder,
    'Order of day and month in dates such as `03/04/2024`. Used only for formats that define no order.',
  ),
  fileName: described(UploadQuery.properties.fileName, 'File name to show in the list of imports.', 'balances.csv'),
})

export const FaqsQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether to report the result without writing FAQs.' }),
  ),
  fileName: described(UploadQuery.properties.fileName, 'File name to show in the list of imports.', 'faqs.csv'),
})

export const ProductsQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether to report the result without writing products.' }),
  ),
  fileName: described(UploadQuery.properties.fileName, 'File name to show in the list of imports.', 'products.csv'),
})

export const OrdersQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether to report the result without writing orders.' }),
  ),
  dateOrder: described(
    UploadQuery.properties.dateOrder,
    'Order of day and month in dates such as `03/04/2024`. If omitted, the row fails unless its numbers show the order.',
  ),
  fileName: described(UploadQuery.properties.fileName, 'File name to show in the list of imports.', 'orders.csv'),
})

export const ListQuery = pageQuery({
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: imports with these statuses.' })),
})
export const RowsQuery = pageQuery({
  outcome: Type.Optional(AnyOf(outcomes, { description: 'Filter: rows with these outcomes.' })),
})
