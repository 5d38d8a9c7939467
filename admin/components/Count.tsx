/** A number of things, with its thousands apart and its digits below each other. */
export function Count({ of }: { of: number }) {
  return <span className="tabular-nums">{of.toLocaleString()}</span>
}
