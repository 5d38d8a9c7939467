import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/wire.ts'
import { LedgerEntry } from '../schema.ts'

export const Hash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 of the tree root, in hexadecimal.',
  examples: ['3e09839b1b0fd99ef3e3e2f0d06c9e187fb59311c7dfe5237e0d85f1f65c317f'],
})

export const Cosignature = Type.Object(
  {
    witness: Type.String({ description: 'Name of the witness.', examples: ['witness.example/w1'] }),
    at: Type.String({ format: 'date-time', description: 'Time of signing, as the cosignature states it.' }),
    line: Type.String({
      description: 'Signature line of the witness, to append to the checkpoint.',
      examples: ['— witness.example/w1 IDJKvgAAAABrELEA…\n'],
    }),
  },
  { title: 'Cosignature' },
)
export type Cosignature = Static<typeof Cosignature>

export const Head = Type.Object(
  {
    date: Type.String({
      format: 'date',
      description: 'Day in UTC that the head was signed for.',
      examples: ['2026-11-20'],
    }),
    size: Type.Integer({ description: 'Number of entries the head covers.' }),
    rootHash: Hash,
    checkpoint: Type.String({
      description: 'Signed C2SP checkpoint.',
      examples: [
        'evident/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01\n2\nPgmDmxsP2Z7z4+Lw0GyeGH+1kaxH3+Ujfg2F8fZcMX8=\n\n— evident/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01 mawKKYBW…\n',
      ],
    }),
    cosignatures: Type.Array(Cosignature, {
      description: 'Signatures of witnesses, as far as they have arrived.',
    }),
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
          'Inclusion proof in the tree of `checkpoint`, from the leaf up (RFC 9162 §2.1.3). Null until a head covers the entry.',
      }),
    ),
  },
  { title: 'ProvenEntry' },
)

export const ReviewProof = Type.Object(
  {
    checkpoint: Nullable(
      Type.String({
        description: 'Newest checkpoint. Null before the first.',
        examples: [
          'evident/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01\n2\nPgmDmxsP2Z7z4+Lw0GyeGH+1kaxH3+Ujfg2F8fZcMX8=\n\n— evident/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01 mawKKYBW…\n',
        ],
      }),
    ),
    salt: Nullable(
      Type.String({
        description: 'Salt of `content`, in hexadecimal. Null if the caller cannot read the text of the review.',
        examples: ['000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'],
      }),
    ),
    entries: Type.Array(ProvenEntry, { description: 'Entries of the review, oldest first.' }),
  },
  { title: 'ReviewProof' },
)
export type ReviewProof = Static<typeof ReviewProof>
