import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/client.ts'
import { changeWebPage, type WebPage, webPageQuery, webPagesKey } from '../../api/content/web-pages.ts'
import { Button } from '../../components/Button.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { SaveBar } from '../../components/forms/SaveBar.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { useDraft } from '../../shell/use-draft.ts'
import { BlocksField } from './BlocksField.tsx'
import { DetailsFields } from './DetailsFields.tsx'
import { toBody, toDraft } from './draft.ts'
import { LookFields } from './LookFields.tsx'
import { PageActions } from './PageActions.tsx'
import { PagePreview } from './PagePreview.tsx'
import { StatusBadges } from './StatusBadges.tsx'
import { TranslationsCard } from './TranslationsCard.tsx'
import { VersionsCard } from './VersionsCard.tsx'

export function PageEditor({ page, back }: { page: WebPage; back: ReactNode }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const { isAtLeast } = useRole()
  const isOpen = usePlanGate('web_pages')?.enabled !== false
  const mayWrite = isAtLeast('MEMBER') && isOpen
  const drafting = useDraft({ name: `page ${page.id}`, row: page, toDraft, toBody })
  const { draft, set, base, changes, isChanged, take } = drafting
  const keep = (saved: WebPage) => {
    client.setQueryData(webPageQuery(storeId, page.id).queryKey, saved)
    take(saved)
  }
  const saving = useMutation({
    mutationFn: (version: number | undefined) => changeWebPage(storeId, page.id, { ...changes, version }),
    onSuccess: (saved) => {
      keep(saved)
      toast(
        saved.publishedVersion === null || saved.publishedVersion === saved.version
          ? 'Saved.'
          : 'Saved. Shoppers see it once you publish.',
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: webPagesKey(storeId) }),
  })
  const isStale = saving.error instanceof ApiError && saving.error.code === 'conflict'
  const discard = () => {
    saving.reset()
    drafting.discard()
  }
  const error = (path: string) => errorAt(saving.error, path)
  return (
    <Page
      back={back}
      title={page.title}
      intro={
        <span className="flex flex-wrap items-center gap-2 text-sm">
          <StatusBadges {...page} />
          {page.status === 'published' && page.url ? (
            <a href={page.url} target="_blank" rel="noreferrer" className="underline underline-offset-4 wrap-anywhere">
              {page.url}
            </a>
          ) : (
            'Shoppers do not see it.'
          )}
        </span>
      }
      actions={isAtLeast('ADMIN') && isOpen && <PageActions page={page} changes={changes} base={base} onKept={keep} />}
    >
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(base.version)
        }}
      >
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <fieldset disabled={!mayWrite} className="grid min-w-0 gap-6">
            <BlocksField blocks={draft.blocks} error={error} onChange={(blocks) => set({ blocks })} />
            <Card title="About this page">
              <div className="grid gap-4 p-5 pt-3">
                <DetailsFields draft={draft} error={error} onChange={set} />
              </div>
            </Card>
            <TranslationsCard draft={draft} error={error} onChange={set} />
            <Card title="Look">
              <div className="grid gap-4 p-5 pt-3">
                <LookFields variables={draft.variables} error={error} onChange={(variables) => set({ variables })} />
              </div>
            </Card>
          </fieldset>
          <div className="grid min-w-0 gap-6 lg:sticky lg:top-6">
            <PagePreview page={page} changes={changes} translations={draft.translations} mayPreview={mayWrite} />
          </div>
        </div>
        {isStale && (
          <Notice tone="danger">
            <div className="grid gap-3">
              <p>
                Someone else saved this page. Your changes are still here. Save them as a new version, or discard them
                and load theirs.
              </p>
              <div className="flex flex-wrap gap-2">
                <Button size="small" isBusy={saving.isPending} onClick={() => saving.mutate(undefined)}>
                  Save mine as new version
                </Button>
                <Button size="small" onClick={discard}>
                  Take theirs
                </Button>
              </div>
            </div>
          </Notice>
        )}
        <SaveBar
          isChanged={isChanged}
          isBusy={saving.isPending}
          error={
            saving.error
              ? isStale
                ? 'Someone else saved first. Choose above.'
                : (remainingError(saving.error, [
                    '/title',
                    '/slug',
                    '/description',
                    '/canonicalUrl',
                    '/blocks',
                    '/variables',
                    '/locale',
                    '/translations',
                  ]) ?? 'Correct the fields above.')
              : undefined
          }
          onDiscard={discard}
          kept={drafting}
        />
      </form>
      <VersionsCard page={page} mayRestore={mayWrite && !isChanged} onRestored={keep} />
    </Page>
  )
}
