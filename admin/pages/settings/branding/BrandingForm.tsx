import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type Branding,
  type BrandingChange,
  brandingQuery,
  templatesKey,
  updateBranding,
} from '../../../api/mail/email-templates.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { SaveBar } from '../../../components/forms/SaveBar.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { PreviewCard } from '../../templates/PreviewCard.tsx'
import { usePreview } from '../../templates/use-preview.ts'
import { BrandingFields } from './BrandingFields.tsx'
import { type BrandingValues, isColor, toValues } from './branding-form.ts'

const fields = ['/senderName', '/logoUrl', '/logoWidth', '/colors', '/footerAddress', '/footerText', '/defaultLocale']

export function BrandingForm({ branding }: { branding: Branding }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { isAtLeast } = useRole()
  const kept = toValues(branding)
  const [edited, setEdited] = useState<BrandingValues>()
  const values = edited ?? kept
  const isChanged = JSON.stringify(values) !== JSON.stringify(kept)
  const shown = usePreview({ name: 'review_request', branding: toPreviewChange(values, kept) })
  const keep = useKeep(() => setEdited(undefined))
  const error = (path: string) =>
    errorAt(keep.error, path) ?? (isChanged ? errorAt(shown.error, `/branding${path}`) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep.mutate(values)
  }
  const set = (change: Partial<BrandingValues>) => {
    if (keep.error) keep.reset()
    setEdited({ ...values, ...change })
  }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <form onSubmit={submit} className="grid min-w-0 gap-6">
        {!isAtLeast('ADMIN') && <Notice icon="lock">Only owners and admins can change this.</Notice>}
        <fieldset disabled={!isAtLeast('ADMIN') || keep.isPending} className="grid min-w-0 gap-6">
          <BrandingFields values={values} set={set} error={error} />
        </fieldset>
        <SaveBar
          isChanged={isChanged}
          isBusy={keep.isPending}
          error={keep.error ? (remainingError(keep.error, fields) ?? 'Correct the fields above.') : undefined}
          onDiscard={() => {
            setEdited(undefined)
            keep.reset()
          }}
        />
      </form>
      <div className="min-w-0 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto xl:rounded-xl">
        <PreviewCard
          shown={shown}
          notice={shown.error ? 'A field has a mistake. This is the last valid preview.' : undefined}
        />
      </div>
      {isAtLeast('ADMIN') && branding.updatedAt && !isChanged && (
        <StartAgain
          onDone={(saved) => {
            queryClient.setQueryData(brandingQuery(storeId).queryKey, saved)
            setEdited(undefined)
          }}
        />
      )}
    </div>
  )
}

function useKeep(onKept: () => void) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (values: BrandingValues) => updateBranding(storeId, values),
    onSuccess: async (saved) => {
      queryClient.setQueryData(brandingQuery(storeId).queryKey, saved)
      onKept()
      toast('Saved. New emails look like this.')
      await queryClient.invalidateQueries({ queryKey: templatesKey(storeId) })
    },
  })
}

/** While a color is incomplete, the preview shows its saved value. */
function toPreviewChange(values: BrandingValues, kept: BrandingValues): BrandingChange {
  const colors = Object.entries(values.colors).map(([name, color]) => [
    name,
    isColor(color) ? color : kept.colors[name as keyof BrandingValues['colors']],
  ])
  const { logoWidth } = values
  const isWidth = Number.isInteger(logoWidth) && logoWidth >= 24 && logoWidth <= 400
  return { ...values, logoWidth: isWidth ? logoWidth : kept.logoWidth, colors: Object.fromEntries(colors) }
}

function StartAgain({ onDone }: { onDone(saved: Branding): void }) {
  const storeId = useStoreId()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div>
      <Button look="dangerQuiet" size="small" onClick={() => setIsAsking(true)}>
        Reset to the default look
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Reset to the default look?"
          confirmLabel="Go back"
          isDangerous
          act={async () => onDone(await updateBranding(storeId, {}))}
          onDone={() => toast('Reset to the default look')}
          onClose={() => setIsAsking(false)}
        >
          <p>Logo, colors, footer, sender and language are deleted.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
