import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf } from '#platform/wire.ts'

export const statuses = ['queued', 'running', 'completed', 'failed'] as const
export const origins = ['manual', 'scheduled'] as const
export const targets = ['service', 's3'] as const

/** It travels in a header when the archive is restored, so it has no line breaks. */
export const Passphrase = Type.String({ minLength: 8, maxLength: 1024, pattern: '^[^\\x00-\\x1f\\x7f]+$' })

const Problem = Type.Object({ code: Type.String(), message: Type.String() }, { title: 'BackupProblem' })

const Verification = Type.Object(
  { status: OneOf(['ok', 'failed']), at: Instant, problem: Nullable(Type.String()) },
  { title: 'BackupVerification' },
)

export const Backup = Type.Object(
  {
    id: Id,
    status: OneOf(statuses),
    origin: OneOf(origins),
    target: OneOf(targets),
    addresses: Type.Boolean(),
    encrypted: Type.Boolean(),
    bytes: Type.Integer(),
    rows: Type.Integer(),
    sha256: Nullable(Type.String()),
    error: Type.Unsafe<Static<typeof Problem> | null>({ anyOf: [Problem, { type: 'null' }] }),
    verification: Type.Unsafe<Static<typeof Verification> | null>({ anyOf: [Verification, { type: 'null' }] }),
    fileName: Nullable(Type.String()),
    downloadUrl: Nullable(Type.String()),
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
