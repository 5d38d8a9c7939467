import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const statuses = ['queued', 'running', 'completed', 'failed'] as const

const Year = Type.Integer({
  minimum: 1,
  maximum: 9999,
  description: "Calendar year of the assessment, in the store's time zone.",
  examples: [2026],
})

export const NewAssessment = Type.Object(
  { year: Year },
  {
    title: 'NewYearlyAssessment',
    description: 'The year the store was opened, or any later year up to the current one.',
  },
)

export const Assessment = Type.Object(
  {
    id: described(Id, 'Id of the assessment, a UUIDv7.'),
    status: OneOf(statuses, { description: 'Status of the assessment.' }),
    year: Year,
    bytes: Type.Integer({ description: 'Size of the file in bytes, 0 until it exists.' }),
    sha256: Nullable(
      Type.String({
        description: 'SHA-256 of the file, in hexadecimal. Equal facts give equal files. Null until it exists.',
        examples: ['e0c1b7a45d2f69388a14c7be50d3f2619b8e7a04c5d6f1928374a5b6c7d8e9f0'],
      }),
    ),
    error: Nullable(
      Type.String({ description: 'Failure of the assessment. Null without a failure.', examples: [null] }),
    ),
    fileName: Nullable(
      Type.String({
        description: 'Name of the file. Null until it exists, and after it was deleted.',
        examples: ['assessment-2026.zip'],
      }),
    ),
    downloadUrl: Nullable(
      secretField(
        Type.String({
          description:
            'Link to the file, valid for 15 minutes without credentials. Each call makes a new one. Null until the file exists, and after it was deleted.',
          examples: ['https://reviews.acme.example/evidence/assessments/AZqfUAt-ejycVX1PGis8AQ/3Lw0GyeGH'],
        }),
      ),
    ),
    createdAt: described(Instant, 'Time the assessment was requested.'),
    finishedAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time the assessment was finished. Null while it is in progress.',
      }),
    ),
    expiresAt: described(Instant, 'Time we delete the file. The assessment stays in the list.'),
  },
  { title: 'YearlyAssessment' },
)
export type Assessment = Static<typeof Assessment>

export const AssessmentsQuery = pageQuery({})
export const Assessments = page(Assessment)
