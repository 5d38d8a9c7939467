import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const statuses = ['queued', 'running', 'completed', 'failed'] as const
export const origins = ['manual', 'scheduled'] as const
export const targets = ['service', 's3'] as const

/** No line breaks, because a restore sends it in a header. */
export const Passphrase = Type.String({
  minLength: 8,
  maxLength: 1024,
  pattern: '^[^\\x00-\\x1f\\x7f]+$',
  'x-expected': 'must be on one line',
  description: 'With which the file is encrypted. Who loses it has lost the file.',
})

const Problem = Type.Object({ code: Type.String(), message: Type.String() }, { title: 'BackupProblem' })

const Verification = Type.Object(
  {
    status: OneOf(['ok', 'failed']),
    at: Instant,
    problem: Nullable(Type.String({ description: 'What is wrong with the file.' })),
  },
  { title: 'BackupVerification' },
)

export const Backup = Type.Object(
  {
    id: Id,
    status: OneOf(statuses),
    origin: OneOf(origins, { description: 'Asked for by somebody, or made by the schedule.' }),
    target: OneOf(targets, { description: 'Where the file lies: here, or in a bucket of your own.' }),
    addresses: Type.Boolean({ description: 'Whether e-mail addresses are in it.' }),
    encrypted: Type.Boolean({ description: 'Whether a passphrase opens it.' }),
    bytes: Type.Integer({ description: 'Of the file; while it is made, so far.' }),
    rows: Type.Integer({ description: 'In all of its tables; while it is made, so far.' }),
    sha256: Nullable(Type.String({ description: 'Of the whole file, in hexadecimal.' })),
    error: Type.Unsafe<Static<typeof Problem> | null>({ anyOf: [Problem, { type: 'null' }] }),
    verification: Type.Unsafe<Static<typeof Verification> | null>({
      anyOf: [Verification, { type: 'null' }],
      description: 'What came of it when it was last read back.',
    }),
    fileName: Nullable(Type.String()),
    downloadUrl: Nullable(
      secretField(
        Type.String({
          description:
            'Link to the file, valid for 15 minutes without credentials. Null while the caller cannot read a file.',
        }),
      ),
    ),
    createdAt: Instant,
    finishedAt: Nullable(Instant),
    expiresAt: Nullable(Instant),
  },
  { title: 'Backup' },
)
export type Backup = Static<typeof Backup>

export const NewBackup = Type.Object({ passphrase: Type.Optional(Passphrase) })
export const Verify = Type.Object({ passphrase: Type.Optional(Passphrase) })
export const BackupFilters = pageQuery({ status: Type.Optional(AnyOf(statuses)) })
