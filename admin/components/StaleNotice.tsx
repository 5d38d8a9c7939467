import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

export function StaleNotice({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  return (
    <div className="p-3">
      <Notice tone="warn">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          This may be out of date, because the newest state could not be loaded. {error?.message}
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </span>
      </Notice>
    </div>
  )
}
