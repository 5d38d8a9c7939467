import type { ReactNode } from 'react'
import { Preview } from '../../components/Preview.tsx'
import type { Draft } from './draft.ts'
import { widgetNames } from './names.ts'

export function PlacePreview({ draft, children }: { draft: Draft; children: ReactNode }) {
  const { widget, insert, selector, heading } = draft
  const block = (
    <p className="rounded-md border-s-4 border-accent bg-sunken px-3 py-2 text-sm font-semibold" dir="auto">
      {(!['stars', 'badge', 'tab'].includes(widget) && heading.trim()) || widgetNames[widget]}
    </p>
  )
  return (
    <Preview>
      {children}
      <div className="grid gap-2 rounded-lg border border-line p-4">
        {insert === 'before' && block}
        <div className="grid gap-2 rounded-md border border-dashed border-line p-3">
          {insert === 'prepend' && block}
          <code className="font-mono text-xs text-quiet wrap-anywhere">{selector.trim() || 'the element'}</code>
          {insert === 'append' && block}
        </div>
        {insert === 'after' && block}
      </div>
    </Preview>
  )
}
