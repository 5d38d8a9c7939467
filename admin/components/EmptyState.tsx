import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'

type Props = {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
  isPage?: boolean
}

export function EmptyState({ icon, title, children, action, isPage = false }: Props) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="my-auto grid justify-items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 grid size-12 place-items-center rounded-full bg-accent-wash text-accent">
        <Icon name={icon} className="size-6" />
      </span>
      <Title className="font-semibold tracking-tight">{title}</Title>
      {children && <div className="max-w-[26rem] text-sm text-balance text-quiet">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div role="alert" className="my-auto grid justify-items-center gap-2 px-6 py-14 text-center">
      <span className="mb-2 grid size-12 place-items-center rounded-full bg-danger-wash text-danger">
        <Icon name="warning" className="size-6" />
      </span>
      <p className="font-semibold tracking-tight">This could not be loaded</p>
      <p className="max-w-[26rem] text-sm text-balance text-quiet">{error.message}</p>
      {onRetry && (
        <Button size="small" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

export function Loading({ rows = 5 }: { rows?: number }) {
  return (
    <div role="status" className="grid gap-5 p-5">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="grid motion-safe:animate-pulse gap-2">
          <div className="h-3.5 w-2/5 rounded bg-plain-wash" />
          <div className="h-3.5 w-4/5 rounded bg-plain-wash" />
        </div>
      ))}
    </div>
  )
}
