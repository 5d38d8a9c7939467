import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/wire.ts'
import { LedgerEntry } from '../schema.ts'

export const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, in hexadecimal.' })

export const Head = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'The day in UTC that it was signed for.' }),
    size: Type.Integer({ description: 'How many entries it is over.' }),
    rootHash: Hash,
    checkpoint: Type.String({ description: 'A C2SP checkpoint, with its signature: a signed note.' }),
  },
  { title: 'EvidenceHead' },
)
export type Head = Static<typeof Head>

export const ProvenEntry = Type.Object(
  {
    entry: LedgerEntry,
    path: Nullable(
      Type.Array(Hash, {
        description:
          'What proves that the entry is in the tree of `checkpoint`, from the leaf upwards (RFC 9162 §2.1.3); null before the next head.',
      }),
    ),
  },
  { title: 'ProvenEntry' },
)

export const ReviewProof = Type.Object(
  {
    checkpoint: Nullable(Type.String({ description: 'The newest head; null before there is one.' })),
    salt: Nullable(
      Type.String({ description: 'With which `content` binds the words, in hexadecimal; null while it is not told.' }),
    ),
    entries: Type.Array(ProvenEntry, { description: 'Oldest first.' }),
  },
  { title: 'ReviewProof' },
)
export type ReviewProof = Static<typeof ReviewProof>
