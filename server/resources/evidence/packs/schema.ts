import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const packStatuses = ['queued', 'running', 'completed', 'failed'] as const

const Day = Type.String({ format: 'date', maxLength: 10 })

export const NewPack = Type.Object(
  {
    from: Type.Optional(Day),
    to: Type.Optional(Day),
  },
  {
    title: 'NewEvidencePack',
    description: "Days in the store's time zone, both included; the last 30 with today by default, 731 at most.",
  },
)

export const Pack = Type.Object(
  {
    id: Id,
    status: OneOf(packStatuses),
    from: Day,
    to: Day,
    size: Nullable(Type.Integer({ description: 'How many entries the ledger had, all of which its head is over.' })),
    bytes: Type.Integer({ description: 'Of the file; 0 until it is there.' }),
    sha256: Nullable(Type.String({ description: 'Of the file.' })),
    error: Nullable(Type.String()),
    fileName: Nullable(Type.String()),
    downloadUrl: Nullable(
      secretField(
        Type.String({
          description:
            'Link to the file, valid for 15 minutes without credentials; each call makes a new one. Null while the caller cannot read a file.',
        }),
      ),
    ),
    createdAt: Instant,
    finishedAt: Nullable(Type.String({ format: 'date-time' })),
    expiresAt: Instant,
  },
  { title: 'EvidencePack' },
)
export type Pack = Static<typeof Pack>

export const PacksQuery = pageQuery({})
export const Packs = page(Pack)
