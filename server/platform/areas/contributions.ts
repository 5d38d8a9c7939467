// The collecting area defines the type and each other area contributes from its `area.ts`, so the kernel does not know the
// type.

export type Contribution = { to: string; items: readonly unknown[] }

export type ContributionPoint<T> = {
  of(...items: readonly T[]): Contribution
  in(contributions: readonly Contribution[]): readonly T[]
}

export const contributionPoint = <T>(name: string): ContributionPoint<T> => ({
  of: (...items) => ({ to: name, items }),
  in: (contributions) => contributions.filter(({ to }) => to === name).flatMap(({ items }) => items as readonly T[]),
})
