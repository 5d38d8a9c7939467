import type { ComponentProps, ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { Loaded } from './Loaded.tsx'

type Props<T> = Pick<ComponentProps<typeof Loaded<T>>, 'query'> & {
  noun: string
  back: ReactNode
  children(row: T): ReactNode
}

export function OneLoaded<T>({ query, noun, back, children }: Props<T>) {
  const missing = (
    <EmptyState icon="search" title={`There is no such ${noun}`} action={back}>
      It was deleted, or it belongs to another store.
    </EmptyState>
  )
  return (
    <Loaded query={query} missing={missing}>
      {children}
    </Loaded>
  )
}
