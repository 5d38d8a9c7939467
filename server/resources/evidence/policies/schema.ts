import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/wire.ts'

export const maxPolicy = 20_000

const version = Type.Integer({
  minimum: 1,
  description: 'Counts from 1, which is the one that comes with the service.',
})
const sha256 = Type.String({ description: 'Of the text in UTF-8, as 64 hexadecimal digits.' })

export const Policy = Type.Object(
  { version, text: Type.String({ description: 'Markdown.' }), sha256 },
  { title: 'ModerationPolicy', description: 'What a store publishes, and what not.' },
)
export type Policy = Static<typeof Policy>

export const NewPolicy = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: maxPolicy,
      pattern: '\\S',
      'x-expected': 'must hold more than spaces',
      description: 'Markdown, kept as it is sent.',
    }),
  },
  { title: 'NewModerationPolicy' },
)

export const PolicyVersion = Type.Object(
  {
    version,
    sha256,
    inForce: Type.Boolean({ description: 'Whether reviews are decided by it now.' }),
    createdAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When it was written; null of the one that comes with the service.',
      }),
    ),
  },
  { title: 'ModerationPolicyVersion' },
)
export type PolicyVersion = Static<typeof PolicyVersion>

export const byVersion = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The number of a version.' }),
})
