import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { OneOf } from '#platform/values/wire.ts'

export const intervals = ['day', 'week', 'month'] as const
export type Interval = (typeof intervals)[number]
export const formats = ['json', 'csv'] as const

/** Above this number of days, reports need the plan with advanced analytics. */
export const freeDays = 92
export const maxDays = 731
export const defaultDays = 30

const Day = Type.String({ format: 'date', maxLength: 10, 'x-expected': 'must be a day such as 2026-11-20' })

const spanParams = {
  from: Type.Optional({
    ...Day,
    description: `First day of the period, in the store's time zone. Default: a period of ${defaultDays} days.`,
  }),
  to: Type.Optional({ ...Day, description: 'Last day of the period, inclusive. Default: today.' }),
  format: Type.Optional(
    OneOf(formats, {
      default: 'json',
      description: 'Format of the response. `csv`: the rows of `data` without the total.',
    }),
  ),
}
const intervalParam = {
  interval: Type.Optional(
    OneOf(intervals, { default: 'day', description: "Length of a row's period. Weeks start on Monday." }),
  ),
}

export const spanQuery = <P extends TProperties>(more: P) => Type.Object({ ...spanParams, ...more })
export const periodQuery = <P extends TProperties>(more: P) => spanQuery({ ...intervalParam, ...more })

export type SpanQuery = { from?: string; to?: string; interval?: Interval; format?: (typeof formats)[number] }

/** The day, or the first day of the week or month. The first row's date may be before `from`. */
export const PeriodStart = Type.String({
  format: 'date',
  description: 'First day of the period: the day itself, or the first day of the week or month.',
})

export const Share = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  description: 'Share from 0 to 1, to four decimals. Null without values.',
})
export const Average = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  description: 'Average to two decimals. Null without values.',
})
export const Count = Type.Integer({ minimum: 0 })
export const counted = (description: string) => Type.Integer({ minimum: 0, description })

export const spanAnswer = {
  from: Type.String({
    format: 'date',
    description: "First day of the period, inclusive, in the store's time zone.",
    examples: ['2026-11-01'],
  }),
  to: Type.String({
    format: 'date',
    description: "Last day of the period, inclusive, in the store's time zone.",
    examples: ['2026-11-30'],
  }),
  timezone: Type.String({ description: 'Time zone of the store, as an IANA name.', examples: ['Europe/London'] }),
  complete: Type.Boolean({
    description: 'Whether the period is over. False if it includes today, because numbers may still grow.',
  }),
}

const reportAnswer = { ...spanAnswer, interval: OneOf(intervals, { description: "Length of a row's period." }) }

export const report = <R extends TSchema, T extends TObject>(title: string, row: R, total: T) =>
  Type.Object({ ...reportAnswer, total, data: Type.Array(row, { description: 'Rows of the report.' }) }, { title })

export const ReportHead = Type.Object(reportAnswer)
export type ReportHead = Static<typeof ReportHead>
