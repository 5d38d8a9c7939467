import type { Status } from '../../api/reviews/reviews.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { statusNames } from './state/search.ts'

const tones: Record<Status, Tone> = { pending: 'warn', approved: 'good', rejected: 'danger', spam: 'plain' }

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>
}
