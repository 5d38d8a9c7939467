import type { TicketHead } from '../../../api/account/support.ts'
import type { Tone } from '../../../components/Badge.tsx'

export const states: Record<TicketHead['state'], { name: string; tone: Tone }> = {
  open: { name: 'With support', tone: 'accent' },
  waiting: { name: 'Answered', tone: 'warn' },
  closed: { name: 'Closed', tone: 'plain' },
}

export const accessRoles = { VIEWER: 'Viewer: reads', MEMBER: 'Member: reads and writes', ADMIN: 'Admin: settings too' }
export const accessHours = { 1: '1 hour', 4: '4 hours', 24: 'A day', 72: 'Three days' }
