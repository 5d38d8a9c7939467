import type { Status } from '../../api/reviews/reviews.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { statusNames } from './state/search.ts'

const tones: Record<Status, Tone> = { pending: 'accent', approved: 'good', rejected: 'danger', spam: 'warn' }

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>
}
