// What is drawn, whatever it is drawn as.
import { shownLocale } from '../locale.ts'

/** What one place along the chart is about: its name beside the axis, and the longer one of the table. */
export type Place = { key: string; name: string; longName: string }

/** One number for each place, in their order; null where there is none. */
export type Values = { name: string; values: readonly (number | null)[]; text?(value: number | null): string }

export type Drawing = {
  places: readonly Place[]
  main: Values
  /** What `main` was in the period before. */
  before?: Values | undefined
  /** Where the values can only lie, such as stars from 1 to 5. */
  range?: readonly [number, number] | undefined
  width: number
}

export const textOf = ({ values, text }: Values, at: number): string => {
  const value = values[at] ?? null
  return text ? text(value) : value === null ? '–' : value.toLocaleString(shownLocale)
}

/** What a pointer that rests on a place is told. */
export const hintAt = ({ places, main, before }: Drawing, at: number): string =>
  [
    places[at]?.longName,
    `${main.name}: ${textOf(main, at)}`,
    ...(before ? [`${before.name}: ${textOf(before, at)}`] : []),
  ].join('\n')
