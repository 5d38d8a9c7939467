import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const statuses = ['queued', 'running', 'completed', 'failed'] as const
export const origins = ['manual', 'scheduled'] as const
export const targets = ['service', 's3'] as const

/** No line breaks, because a restore sends it in a header. */
export const Passphrase = Type.String({
  minLength: 8,
  maxLength: 1024,
  pattern: '^[^\\x00-\\x1f\\x7f]+$',
  'x-expected': 'must be on one line',
  description:
    'Passphrase that encrypts the file. We store it encrypted and delete it when the backup ends. Without it the file cannot be read.',
})

const Problem = Type.Object(
  {
    code: Type.String({
      description: 'Error code, for programs. More codes may follow.',
      examples: ['backup_target_failed'],
    }),
    message: Type.String({
      description: 'Explanation for people. Programs read the code.',
      examples: ["The bucket is no longer the store's target."],
    }),
  },
  { title: 'BackupProblem' },
)

const Verification = Type.Object(
  {
    status: OneOf(['ok', 'failed'], { description: 'Result of the check.' }),
    at: described(Instant, 'Time of the check.'),
    problem: Nullable(Type.String({ description: 'Problem of the file. Null if it is valid.', examples: [null] })),
  },
  { title: 'BackupVerification' },
)

export const Backup = Type.Object(
  {
    id: described(Id, 'Id of the backup, a UUIDv7.'),
    status: OneOf(statuses, { description: 'Status of the backup.' }),
    origin: OneOf(origins, { description: 'Origin of the backup: a person or the schedule.' }),
    target: OneOf(targets, { description: 'Storage of the file: this service, or your own bucket.' }),
    addresses: Type.Boolean({ description: 'Whether the file contains email addresses.' }),
    encrypted: Type.Boolean({ description: 'Whether the file is encrypted with a passphrase.' }),
    bytes: Type.Integer({
      description: 'Size of the file in bytes. While the file is written, the number of bytes so far.',
    }),
    rows: Type.Integer({
      description: 'Number of rows in all tables. While the file is written, the number of rows so far.',
    }),
    sha256: Nullable(
      Type.String({
        description: 'SHA-256 of the file, in hexadecimal. Null until it is complete.',
        examples: ['3f1c0e6f4a0b7d9c2e5a8b1d4f7c0a3e6b9d2f5a8c1e4b7d0a3f6c9e2b5d8a1f'],
      }),
    ),
    error: Type.Unsafe<Static<typeof Problem> | null>({
      anyOf: [Problem, { type: 'null' }],
      description: 'Failure of the backup. Null without a failure.',
    }),
    verification: Type.Unsafe<Static<typeof Verification> | null>({
      anyOf: [Verification, { type: 'null' }],
      description: 'Result of the last verification. Null before the first.',
    }),
    fileName: Nullable(
      Type.String({
        description: 'Name of the file. Null until it was written.',
        examples: ['evident-acme-2026-11-20.zip.age'],
      }),
    ),
    downloadUrl: Nullable(
      secretField(
        Type.String({
          description:
            'Link to the file, valid for 15 minutes without credentials. Null without a file, and for callers who may not read it.',
          examples: ['https://reviews.acme.example/backups/AZqfUAt-ejycVX1PGis8AQ/3Lw0GyeGH'],
        }),
      ),
    ),
    createdAt: described(Instant, 'Time the backup was requested.'),
    finishedAt: Nullable(described(Instant, 'Time the backup finished. Null while it is in progress.')),
    expiresAt: Nullable(
      described(Instant, 'Time we delete the file. Null for scheduled backups, whose number is limited instead.'),
    ),
  },
  { title: 'Backup' },
)
export type Backup = Static<typeof Backup>

export const NewBackup = Type.Object({
  passphrase: Type.Optional(
    described(
      Passphrase,
      'Passphrase that encrypts the file. We store it encrypted and delete it when the backup ends. Without it the file cannot be read.',
      'seven blue kettles sing',
    ),
  ),
})
export const Verify = Type.Object({
  passphrase: Type.Optional(
    described(
      Passphrase,
      'Passphrase that the file was encrypted with. We store it encrypted and delete it when the verification ends.',
      'seven blue kettles sing',
    ),
  ),
})
export const BackupFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: backups with these statuses.' })),
})
