// The wire shapes that all reports share.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { OneOf } from '#platform/values/wire.ts'

export const intervals = ['day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]
export const formats = ['json', 'csv'] as const

/** More days than these take the plan with advanced analytics. */
export const freeDays = 92
export const maxDays = 731
export const defaultDays = 30

const Day = Type.String({ format: 'date', maxLength: 10, 'x-expected': 'must be a day such as 2026-11-20' })

const spanParams = {
  from: Type.Optional({
    ...Day,
    description: `The first day, in the store's time zone. Without it \`to\` is the last of ${defaultDays} days.`,
  }),
  to: Type.Optional({ ...Day, description: 'The last day, itself included. Without it: today.' }),
  format: Type.Optional(
    OneOf(formats, { default: 'json', description: '`csv`: the rows of `data` as a table, without the total.' }),
  ),
}
const intervalParam = {
  interval: Type.Optional(
    OneOf(intervals, { default: 'day', description: 'What a row is about. Weeks begin on Mondays.' }),
  ),
}

export const spanQuery = <P extends TProperties>(more: P) => Type.Object({ ...spanParams, ...more })
export const periodQuery = <P extends TProperties>(more: P) => spanQuery({ ...intervalParam, ...more })

export type SpanQuery = { from?: string; to?: string; interval?: Interval; format?: (typeof formats)[number] }

/** The day, or the first one of the week or month; that of the first row may lie before `from`. */
export const PeriodStart = Type.String({
  format: 'date',
  description: 'The day, or the first one of the week or month.',
})

export const Share = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  description: 'Between 0 and 1, to four decimals; null over nothing.',
})
export const Average = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  description: 'To two decimals; null over nothing.',
})
export const Count = Type.Integer({ minimum: 0 })
export const counted = (description: string) => Type.Integer({ minimum: 0, description })

const spanAnswer = {
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  timezone: Type.String({ description: "The store's." }),
  interval: OneOf(intervals),
  complete: Type.Boolean({ description: 'False where today is among the days: more may come.' }),
}

/** A report: what it is about, the whole, and its parts. */
export const report = <R extends TSchema, T extends TObject>(title: string, row: R, total: T) =>
  Type.Object({ ...spanAnswer, total, data: Type.Array(row) }, { title })

export const ReportHead = Type.Object(spanAnswer)
export type ReportHead = Static<typeof ReportHead>
