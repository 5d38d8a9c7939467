import { useState } from 'react'
import { Badge } from '../../components/Badge.tsx'
import { Loading } from '../../components/EmptyState.tsx'
import { MailFrame } from '../../components/MailFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useRole } from '../../shell/store/use-store.ts'
import type { ShownPreview } from './use-preview.ts'

type View = 'wide' | 'phone' | 'text'

type Props = {
  shown: ShownPreview
  notice?: string | undefined
  /** True if the preview shows invented data in place of data that the person has not entered yet. */
  isExample?: boolean
}

export function PreviewCard({ shown, notice, isExample = false }: Props) {
  const [view, setView] = useState<View>('wide')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const { isAtLeast } = useRole()
  const { preview, isPending } = shown
  return (
    <section aria-label="Preview" aria-busy={isPending} className="card min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-1.5 border-b border-line px-4 py-2.5">
        <span className="flex items-center gap-2">
          <h2 className="font-semibold tracking-tight">Preview</h2>
          {isExample && <Badge>Example</Badge>}
        </span>
        <span className="flex flex-wrap items-center gap-1.5">
          {view !== 'text' && (
            <Segments
              label="Color scheme of the preview"
              value={scheme}
              onChange={setScheme}
              options={[
                ['light', 'Light'],
                ['dark', 'Dark'],
              ]}
            />
          )}
          <Segments
            label="View"
            value={view}
            onChange={setView}
            options={[
              ['wide', 'Desktop'],
              ['phone', 'Phone'],
              ['text', 'Text'],
            ]}
          />
        </span>
      </div>
      {notice && (
        <div className="border-b border-line p-3">
          <Notice tone="warn">{notice}</Notice>
        </div>
      )}
      {preview ? (
        <div className={isPending ? 'opacity-80 transition-opacity' : ''}>
          <p dir="auto" className="border-b border-line px-4 py-3 text-sm">
            <span className="text-quiet">Subject: </span>
            <span className="font-semibold break-words">{preview.subject}</span>
          </p>
          {view === 'text' ? (
            <pre dir="auto" className="p-4 font-mono text-sm break-words whitespace-pre-wrap">
              {preview.text}
            </pre>
          ) : (
            <div className={view === 'phone' ? 'bg-sunken px-3 py-5' : ''}>
              <div
                className={
                  view === 'phone'
                    ? 'mx-auto w-full max-w-[23.4375rem] overflow-hidden rounded-2xl border border-line'
                    : ''
                }
              >
                <MailFrame title="Preview of the email" html={preview.html} scheme={scheme} />
              </div>
            </div>
          )}
        </div>
      ) : isAtLeast('MEMBER') ? (
        shown.error ? null : (
          <Loading rows={6} />
        )
      ) : (
        <p className="p-5 text-sm text-quiet">Viewers see the text, but no preview.</p>
      )}
    </section>
  )
}
