import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const packStatuses = ['queued', 'running', 'completed', 'failed'] as const

const Day = Type.String({ format: 'date', maxLength: 10 })

export const NewPack = Type.Object(
  {
    from: Type.Optional(described(Day, "First day of the pack, inclusive, in the store's time zone.", '2026-11-01')),
    to: Type.Optional(described(Day, "Last day of the pack, inclusive, in the store's time zone.", '2026-11-20')),
  },
  {
    title: 'NewEvidencePack',
    description:
      "Days in the store's time zone, both inclusive. Default: the last 30 days, including today. Maximum: 731.",
  },
)

export const Pack = Type.Object(
  {
    id: described(Id, 'Id of the evidence pack, a UUIDv7.'),
    status: OneOf(packStatuses, { description: 'Status of the pack.' }),
    from: described(Day, "First day of the pack, inclusive, in the store's time zone.", '2026-11-01'),
    to: described(Day, "Last day of the pack, inclusive, in the store's time zone.", '2026-11-20'),
    size: Nullable(
      Type.Integer({ description: 'Number of ledger entries, all covered by the head. Null until known.' }),
    ),
    bytes: Type.Integer({ description: 'Size of the file in bytes, 0 until it exists.' }),
    sha256: Nullable(
      Type.String({
        description: 'SHA-256 of the file, in hexadecimal. Null until it exists.',
        examples: ['e0c1b7a45d2f69388a14c7be50d3f2619b8e7a04c5d6f1928374a5b6c7d8e9f0'],
      }),
    ),
    error: Nullable(Type.String({ description: 'Failure of the pack. Null without a failure.', examples: [null] })),
    fileName: Nullable(
      Type.String({
        description: 'Name of the file. Null until it was written.',
        examples: ['evidence-2026-11-01-2026-11-20.zip'],
      }),
    ),
    downloadUrl: Nullable(
      secretField(
        Type.String({
          description:
            'Link to the file, valid for 15 minutes without credentials. Each call makes a new one. Null before the file exists and after it expires.',
          examples: ['https://reviews.acme.example/evidence/packs/AZqfUAt-ejycVX1PGis8AQ/3Lw0GyeGH'],
        }),
      ),
    ),
    createdAt: described(Instant, 'Time the pack was requested.'),
    finishedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the pack was finished. Null while it is in progress.' }),
    ),
    expiresAt: described(Instant, 'Time we delete the file.'),
  },
  { title: 'EvidencePack' },
)
export type Pack = Static<typeof Pack>

export const PacksQuery = pageQuery({})
export const Packs = page(Pack)
