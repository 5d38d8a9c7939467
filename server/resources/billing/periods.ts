/** The anchor's day this many months later, or the last day of a shorter month: 31 January, 28 February, 31 March. */
export function addMonths(anchor: Date, months: number): Date {
  const at = new Date(anchor)
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const daysInMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth))
  return at
}

/**
 * Returns the end of the first monthly period that ends after `at`. Months are counted from the anchor, so that the day
 * never shifts.
 */
export function nextPeriodEnd(anchor: Date, at: Date): Date {
  const years = at.getUTCFullYear() - anchor.getUTCFullYear()
  let months = Math.max(0, years * 12 + at.getUTCMonth() - anchor.getUTCMonth() - 1)
  let end = addMonths(anchor, months)
  while (end <= at) end = addMonths(anchor, ++months)
  return end
}
