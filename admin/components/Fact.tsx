import type { ReactNode } from 'react'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="min-w-0 font-medium break-words">{children}</dd>
    </div>
  )
}
