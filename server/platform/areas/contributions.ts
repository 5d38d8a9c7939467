// What areas declare for another area, such as their kinds of mail: the other one says what it takes, each contributes from its
// own `area.ts`, and neither the kernel nor the list of areas knows what it is.

export type Contribution = { to: string; items: readonly unknown[] }

export type ContributionPoint<T> = {
  of(...items: readonly T[]): Contribution
  /** Those of all areas, in the order of the list. */
  in(contributions: readonly Contribution[]): readonly T[]
}

export const contributionPoint = <T>(name: string): ContributionPoint<T> => ({
  of: (...items) => ({ to: name, items }),
  in: (contributions) => contributions.filter(({ to }) => to === name).flatMap(({ items }) => items as readonly T[]),
})
