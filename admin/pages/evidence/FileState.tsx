import { type Assessment, isUnderWay, type Pack } from '../../api/reviews/evidence.ts'
import { Badge } from '../../components/Badge.tsx'
import { formatDay } from '../../components/values/dates.ts'

export function FileState({ file }: { file: Pick<Pack | Assessment, 'status' | 'error' | 'fileName' | 'expiresAt'> }) {
  if (isUnderWay(file)) return <Badge tone="accent">{file.status === 'queued' ? 'Waiting' : 'Under way'}</Badge>
  if (file.status === 'failed')
    return (
      <span className="grid gap-1">
        <span>
          <Badge tone="danger">Failed</Badge>
        </span>
        <span className="max-w-[24rem] text-xs text-danger">{file.error}</span>
      </span>
    )
  if (file.fileName === null) return <span className="text-xs text-quiet">File deleted after 30 days</span>
  return (
    <span className="grid py-1">
      <span>
        <Badge tone="good">Ready</Badge>
      </span>
      <span className="text-xs text-quiet">Available until {formatDay(file.expiresAt)}</span>
    </span>
  )
}
