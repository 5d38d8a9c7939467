export const grantRoles = {
  VIEWER: 'Viewer: reads',
  MEMBER: 'Member: moderates and answers',
  ADMIN: 'Admin: settings too',
}

const two = (part: number) => String(part).padStart(2, '0')

export function toDay(instant: string | null | undefined): string {
  if (!instant) return ''
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

export const fromDay = (day: string): string | null => (day ? new Date(`${day}T23:59:59`).toISOString() : null)
