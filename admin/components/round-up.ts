/** A round number at or above what is to be shown, so that the marks beside a chart can be read. */
export function roundUp(value: number): number {
  if (value <= 0) return 0
  const unit = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * unit >= value) ?? 10) * unit
}
