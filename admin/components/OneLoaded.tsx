import type { ComponentProps, ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { Loaded } from './Loaded.tsx'

type Props<T> = Pick<ComponentProps<typeof Loaded<T>>, 'query'> & {
  /** What it is one of, as a sentence has it. */
  noun: string
  /** Up to all of them. */
  back: ReactNode
  children(row: T): ReactNode
}

/** One row on a page of its own; gone, or never there, it is named as such. */
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
