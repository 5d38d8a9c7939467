import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { previewWebPage, type WebPage, type WebPagePreview, webPagesKey } from '../../api/content/web-pages.ts'
import { ErrorState, Loading } from '../../components/EmptyState.tsx'
import { ReaderChoice } from '../../components/forms/Translations.tsx'
import { useSettled } from '../../components/forms/use-settled.ts'
import { MailFrame } from '../../components/MailFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { Changes, Draft } from './draft.ts'

const schemes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

type Props = { page: WebPage; changes: Changes; translations: Draft['translations']; mayPreview: boolean }

export function PagePreview({ page, changes, translations, mayPreview }: Props) {
  const storeId = useStoreId()
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const [reader, setReader] = useState('')
  const { slug: _, ...shown } = changes
  const typed = useSettled(JSON.stringify({ ...shown, ...(reader in translations && { reader }) }))
  const preview = useQuery({
    queryKey: [...webPagesKey(storeId), page.id, 'preview', page.version, typed],
    queryFn: ({ signal }) => previewWebPage(storeId, page.id, JSON.parse(typed), signal),
    enabled: mayPreview,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const last = useRef<WebPagePreview>(undefined)
  if (preview.data) last.current = preview.data
  const seen = preview.data ?? last.current
  return (
    <Card
      title="Preview"
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <ReaderChoice translations={translations} reader={reader} onChange={setReader} />
          <Segments label="Look of the preview" value={scheme} options={schemes} onChange={setScheme} />
          {seen && (
            <a href={seen.url} target="_blank" rel="noreferrer" className="text-sm underline underline-offset-4">
              Open the saved page
            </a>
          )}
        </span>
      }
    >
      <div className="pt-3">
        {!mayPreview ? (
          <p className="p-5 pt-0 text-sm text-quiet">Previews need permission to edit pages.</p>
        ) : preview.error && seen ? (
          <div className="px-5 pb-3">
            <Notice tone="warn">Not shown yet: {preview.error.message}</Notice>
          </div>
        ) : null}
        {seen ? (
          <section
            aria-label="The page"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach an element that scrolls
            tabIndex={0}
            className="relative max-h-[48rem] overflow-y-auto border-t border-line"
          >
            <MailFrame title="Preview of the page" html={seen.html} scheme={scheme} />
          </section>
        ) : preview.error ? (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          mayPreview && <Loading />
        )}
      </div>
    </Card>
  )
}
