// Declarations that one area collects from others, such as kinds of mail. The collecting area defines the type and each
// other contributes from its `area.ts`. Neither the kernel nor the list of areas knows the type.

export type Contribution = { to: string; items: readonly unknown[] }

export type ContributionPoint<T> = {
  of(...items: readonly T[]): Contribution
  /** Contributions of all areas, in list order. */
  in(contributions: readonly Contribution[]): readonly T[]
}

export const contributionPoint = <T>(name: string): ContributionPoint<T> => ({
  of: (...items) => ({ to: name, items }),
  in: (contributions) => contributions.filter(({ to }) => to === name).flatMap(({ items }) => items as readonly T[]),
})
