/** Returns the latest 03:17 up to `now`, in the server's time zone. */
export function lastNight(now: Date): Date {
  const night = new Date(now)
  night.setHours(3, 17, 0, 0)
  if (night > now) night.setDate(night.getDate() - 1)
  return night
}
