import { shownLocale } from '../locale.ts'

/** `isOpen`: the place is a period that has not ended, so its number can still grow. */
export type Place = { key: string; name: string; longName: string; isOpen?: boolean }

/**
 * One number for each of the drawing's `places`, in order. Null for a place without a value. `fills` are colors of bars, in
 * the same order.
 */
export type Values = {
  name: string
  values: readonly (number | null)[]
  text?(value: number | null): string
  fills?: readonly string[]
}

export type Drawing = {
  places: readonly Place[]
  main: Values
  before?: Values | undefined
  range?: readonly [number, number] | undefined
  width: number
  height: number
}

export const formatValue = ({ values, text }: Values, at: number): string => {
  const value = values[at] ?? null
  return text ? text(value) : value === null ? '–' : value.toLocaleString(shownLocale)
}

export const hintAt = ({ places, main, before }: Drawing, at: number): string =>
  [
    places[at]?.longName,
    `${main.name}: ${formatValue(main, at)}`,
    ...(before ? [`${before.name}: ${formatValue(before, at)}`] : []),
  ].join('\n')
