import { type ReactNode, useId } from 'react'

export function Preview({ children }: { children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-1.5">
      <h3 id={titleId} className="text-sm font-medium">
        Preview
      </h3>
      {children}
    </section>
  )
}
