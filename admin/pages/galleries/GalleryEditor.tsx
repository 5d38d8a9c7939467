import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  changeGallery,
  duplicateGallery,
  type Gallery,
  galleriesKey,
  galleryQuery,
  itemsQuery,
  removeGallery,
} from '../../api/content/galleries.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { DuplicateButton, nameCopy } from '../../components/DuplicateButton.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { SaveBar } from '../../components/forms/SaveBar.tsx'
import { Snippet } from '../../components/forms/Snippet.tsx'
import { ReaderChoice } from '../../components/forms/Translations.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { useDraft } from '../../shell/use-draft.ts'
import { DetailsFields } from './DetailsFields.tsx'
import { inLanguage, toBody, toDraft } from './draft.ts'
import { GalleryPreview } from './GalleryPreview.tsx'
import { GalleryUses } from './GalleryUses.tsx'
import { FormEditor } from './leads/FormEditor.tsx'
import { LeadList } from './leads/LeadList.tsx'
import { withWords } from './leads/texts.ts'
import { PhotosCard } from './PhotosCard.tsx'
import { type GalleryView, statusNames } from './search.ts'
import { buildSnippet } from './snippet.ts'
import { ViewChoice } from './ViewChoice.tsx'

const paths = ['/name', '/title', '/description', '/columns', '/locale', '/translations']

export function GalleryEditor({ gallery, back, view }: { gallery: Gallery; back: ReactNode; view: GalleryView }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const { isAtLeast } = useRole()
  const gate = usePlanGate('galleries')
  const isOpen = gate?.enabled !== false
  const mayChange = isAtLeast('ADMIN') && isOpen
  const items = useQuery(itemsQuery(storeId, gallery.id))
  const [reader, setReader] = useState('')
  const drafting = useDraft({ name: `gallery ${gallery.id}`, row: gallery, toDraft, toBody })
  const { draft, set, base, changes, isChanged, take, rebase } = drafting
  const saving = useMutation({
    mutationFn: () =>
      changeGallery(storeId, gallery.id, {
        ...changes,
        ...(changes.translations && { translations: withWords(gallery.translations, draft.translations) }),
        updatedAt: base.updatedAt,
      }),
    onSuccess: (saved) => {
      client.setQueryData(galleryQuery(storeId, gallery.id).queryKey, saved)
      take(saved)
      toast(saved.status === 'published' ? 'Saved. Shoppers see it now.' : 'Saved.')
    },
    onSettled: () => client.invalidateQueries({ queryKey: galleriesKey(storeId) }),
  })
  const discard = () => {
    saving.reset()
    drafting.discard()
  }
  // The update came from this page, so there is no conflict with another person.
  const followUp = (after: Gallery) => {
    if (base.updatedAt === gallery.updatedAt) rebase({ ...base, updatedAt: after.updatedAt })
  }
  const code = buildSnippet(location.origin, storeId, gallery.id)
  return (
    <Page
      back={back}
      title={gallery.name}
      intro={
        <span className="flex flex-wrap items-center gap-2 text-sm">
          <Badge tone={gallery.status === 'published' ? 'good' : 'plain'}>{statusNames[gallery.status]}</Badge>
          {gallery.status === 'draft' ? 'Shoppers do not see it.' : <GalleryUses uses={gallery.uses} />}
        </span>
      }
      actions={mayChange && <Actions gallery={gallery} onChanged={followUp} />}
    >
      <ViewChoice gallery={gallery} view={view} />
      {view === 'form' && <FormEditor gallery={gallery} mayChange={mayChange} onSaved={followUp} />}
      {view === 'leads' && <LeadList gallery={gallery} mayChange={isAtLeast('MEMBER') && isOpen} />}
      {view === 'photos' && (
        <>
          <PhotosCard gallery={gallery} items={items} mayChange={isAtLeast('MEMBER') && isOpen} />
          <form
            className="grid gap-6"
            onSubmit={(event) => {
              event.preventDefault()
              saving.mutate()
            }}
          >
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <Card title="Text and layout">
                <fieldset disabled={!mayChange} className="grid gap-4 p-5 pt-3">
                  <DetailsFields draft={draft} error={(path) => errorAt(saving.error, path)} onChange={set} />
                </fieldset>
              </Card>
              <Card
                title="Preview"
                actions={<ReaderChoice translations={draft.translations} reader={reader} onChange={setReader} />}
              >
                <div className="p-5 pt-3">
                  <GalleryPreview draft={inLanguage(draft, reader)} reader={reader} items={items.data ?? []} />
                </div>
              </Card>
            </div>
            <SaveBar
              isChanged={isChanged}
              isBusy={saving.isPending}
              error={saving.error ? (remainingError(saving.error, paths) ?? 'Correct the fields above.') : undefined}
              onDiscard={discard}
              kept={drafting}
            />
          </form>
          <Card>
            <div className="p-5">
              <Snippet title="On your pages" meaning="Where the photos should appear." code={code} />
            </div>
          </Card>
        </>
      )}
    </Page>
  )
}

function Actions({ gallery, onChanged }: { gallery: Gallery; onChanged(after: Gallery): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isRemoving, setIsRemoving] = useState(false)
  const isPublished = gallery.status === 'published'
  const publishing = useMutation({
    mutationFn: () => changeGallery(storeId, gallery.id, { status: isPublished ? 'draft' : 'published' }),
    onSuccess: (after) => {
      onChanged(after)
      client.setQueryData(galleryQuery(storeId, gallery.id).queryKey, after)
      toast(isPublished ? 'Shoppers no longer see it.' : 'Shoppers see it now.')
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: galleriesKey(storeId) }),
  })
  return (
    <>
      <Button look="dangerQuiet" onClick={() => setIsRemoving(true)}>
        Delete
      </Button>
      <DuplicateButton
        queryKey={galleriesKey(storeId)}
        copy={async () =>
          duplicateGallery(
            storeId,
            gallery,
            await client.ensureQueryData(itemsQuery(storeId, gallery.id)),
            nameCopy(gallery.name, 120),
          )
        }
        onMade={({ id }) =>
          void navigate({ to: '/stores/$storeId/galleries/$galleryId', params: { storeId, galleryId: id } })
        }
      />
      <Button
        look={isPublished ? 'secondary' : 'primary'}
        isBusy={publishing.isPending}
        onClick={() => publishing.mutate()}
      >
        {isPublished ? 'Unpublish' : 'Publish'}
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title="Delete this gallery?"
          confirmLabel="Delete"
          isDangerous
          act={() => removeGallery(storeId, gallery.id)}
          onDone={() => {
            toast('Deleted')
            void client.invalidateQueries({ queryKey: galleriesKey(storeId), refetchType: 'none' })
            void navigate({ to: '/stores/$storeId/galleries', params: { storeId } })
          }}
          onClose={() => setIsRemoving(false)}
        >
          <p dir="auto" className="font-medium wrap-anywhere">
            {gallery.name}
          </p>
          <p>
            The photos stay with their reviews. Captions, permissions, the order and messages from the form are deleted.
            This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
