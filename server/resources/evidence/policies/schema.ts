import { type Static, Type } from 'typebox'
import { Nullable, notBlank } from '#platform/values/wire.ts'

export const maxPolicy = 20_000

const version = Type.Integer({
  minimum: 1,
  description: 'Number of the policy version. Version 1 is the built-in policy.',
})
const sha256 = Type.String({
  description: 'SHA-256 of the text in UTF-8, as 64 hexadecimal digits.',
  examples: ['0d3ffd5b8e64ab15d9a3f5f7ba6cd0d2a2dbbd0f8d6a4d4a0e4cbd3bb5fcf1c7'],
})

export const Policy = Type.Object(
  {
    version,
    text: Type.String({
      description: 'Text of the policy, in Markdown.',
      examples: ['# What we publish\n\nEvery honest review, whatever its stars.\n'],
    }),
    sha256,
  },
  { title: 'ModerationPolicy', description: 'Rules for publishing reviews.' },
)
export type Policy = Static<typeof Policy>

export const NewPolicy = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: maxPolicy,
      ...notBlank,
      description: 'Text of the policy, in Markdown. It is stored as sent.',
      examples: ['# What we publish\n\nEvery honest review, whatever its stars.\n'],
    }),
  },
  { title: 'NewModerationPolicy' },
)

export const PolicyVersion = Type.Object(
  {
    version,
    sha256,
    inForce: Type.Boolean({ description: 'Whether this version is in force.' }),
    createdAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time the version was saved. Null for the built-in policy.',
      }),
    ),
  },
  { title: 'ModerationPolicyVersion' },
)
export type PolicyVersion = Static<typeof PolicyVersion>

export const byVersion = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of the policy version.' }),
})
