import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeGallery, type Gallery, galleriesKey, galleryQuery } from '../../../api/content/galleries.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { SaveBar } from '../../../components/forms/SaveBar.tsx'
import { ReaderChoice, TranslatedText, Translations } from '../../../components/forms/Translations.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useDraft } from '../../../shell/use-draft.ts'
import { FormFields } from './FormFields.tsx'
import { FormPreview } from './FormPreview.tsx'
import { formInLanguage, toFormBody, toFormDraft } from './form-draft.ts'
import { ReceivingFields } from './ReceivingFields.tsx'
import { type FormTexts, withFormTexts } from './texts.ts'

type Props = { gallery: Gallery; mayChange: boolean; onSaved(saved: Gallery): void }
type Changes = Partial<ReturnType<typeof toFormBody>>

const translated: readonly [keyof FormTexts, string, rows: number][] = [
  ['title', 'Title', 1],
  ['intro', 'Introduction', 2],
  ['consentText', 'Consent text', 2],
  ['buttonLabel', 'Button', 1],
  ['successText', 'Thanks', 2],
]

export function FormEditor({ gallery, mayChange, onSaved }: Props) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const drafting = useDraft({
    name: `gallery form ${gallery.id}`,
    row: gallery,
    toDraft: toFormDraft,
    toBody: toFormBody,
  })
  const { draft, set, base, changes, isChanged } = drafting
  const [reader, setReader] = useState('')
  const [secret, setSecret] = useState<string>()
  const saving = useMutation({
    mutationFn: ({ translations, ...leadForm }: Changes) =>
      changeGallery(storeId, gallery.id, {
        leadForm,
        ...(translations && {
          translations: withFormTexts(gallery.translations, translations),
          updatedAt: gallery.updatedAt,
        }),
      }),
    onSuccess: ({ leadForm: { webhookSecret, ...leadForm }, ...rest }) => {
      const saved = { ...rest, leadForm }
      client.setQueryData(galleryQuery(storeId, gallery.id).queryKey, saved)
      onSaved(saved)
      drafting.take(saved)
      setSecret(webhookSecret)
      toast('Saved.')
    },
    onSettled: () => client.invalidateQueries({ queryKey: galleriesKey(storeId) }),
  })
  const fields = {
    draft,
    error: (name: string) => errorAt(saving.error, `/leadForm/${name}`),
    onChange: set,
  }
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(changes)
      }}
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <Card title="Form">
            <fieldset disabled={!mayChange} className="grid gap-4 p-5 pt-3">
              <FormFields {...fields} />
              <Translations
                translations={draft.translations}
                error={(path) => errorAt(saving.error, path)}
                onChange={(translations) => set({ translations })}
              >
                {(spoken) =>
                  translated.map(([name, label, rows]) => (
                    <TranslatedText
                      key={name}
                      label={label}
                      language={spoken.language}
                      own={draft[name]}
                      rows={rows}
                      maxLength={500}
                      value={spoken.texts[name]}
                      error={spoken.error(`/leadForm/${name}`)}
                      onChange={(text) => spoken.set({ [name]: text })}
                    />
                  ))
                }
              </Translations>
            </fieldset>
          </Card>
          <Card title="Delivery and retention">
            <fieldset disabled={!mayChange} className="grid gap-4 p-5 pt-3">
              <ReceivingFields
                form={base.leadForm}
                {...fields}
                isResuming={saving.isPending}
                onResume={() => saving.mutate({ ...changes, webhookUrl: base.leadForm.webhookUrl })}
              />
            </fieldset>
          </Card>
        </div>
        <Card
          title="Preview"
          actions={<ReaderChoice translations={draft.translations} reader={reader} onChange={setReader} />}
        >
          <div className="p-5 pt-3">
            <FormPreview draft={formInLanguage(draft, reader)} reader={reader} />
          </div>
        </Card>
      </div>
      <SaveBar
        isChanged={isChanged}
        isBusy={saving.isPending}
        error={
          saving.error
            ? (remainingError(saving.error, ['/leadForm', '/translations']) ?? 'Correct the fields above.')
            : undefined
        }
        onDiscard={() => {
          saving.reset()
          drafting.discard()
        }}
        kept={drafting}
      />
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </form>
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog title="Secret for the other system" onClose={onClose}>
      <p className="text-quiet">
        The other system uses it to check that messages come from you. Copy it now, because it is shown only once.
      </p>
      <CopyField label="Secret" value={secret} />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I have saved it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
