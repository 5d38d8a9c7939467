import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type StorefrontSettings,
  storefrontSettingsQuery,
  updateStorefrontSettings,
} from '../../../api/content/storefront.ts'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { SaveBar } from '../../../components/forms/SaveBar.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { FormFields, ListFields, LookFields } from './fields.tsx'

const paths = ['/theme', '/reviews', '/form', '/policyUrl', '/defaultLocale']

export function SettingsForm({ settings: kept }: { settings: StorefrontSettings }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { isAtLeast } = useRole()
  const [edited, setEdited] = useState<StorefrontSettings>()
  const settings = edited ?? kept
  const isChanged = JSON.stringify(settings) !== JSON.stringify(kept)
  const saving = useMutation({
    mutationFn: () => updateStorefrontSettings(storeId, settings),
    onSuccess: (saved) => {
      queryClient.setQueryData(storefrontSettingsQuery(storeId).queryKey, saved)
      setEdited(undefined)
      toast('Saved. Your pages update on their next load.')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const fields = {
    settings,
    set(change: Partial<StorefrontSettings>) {
      if (saving.error) saving.reset()
      setEdited({ ...settings, ...change })
    },
    error: (path: string) => errorAt(saving.error, path),
  }
  return (
    <form onSubmit={submit} className="grid gap-6">
      {!isAtLeast('ADMIN') && <Notice icon="lock">Only owners and admins can change how reviews look.</Notice>}
      <fieldset disabled={!isAtLeast('ADMIN') || saving.isPending} className="grid min-w-0 gap-6">
        <LookFields {...fields} />
        <ListFields {...fields} />
        <FormFields {...fields} />
      </fieldset>
      <SaveBar
        isChanged={isChanged}
        isBusy={saving.isPending}
        error={saving.error ? (remainingError(saving.error, paths) ?? 'Correct the fields above.') : undefined}
        onDiscard={() => {
          setEdited(undefined)
          saving.reset()
        }}
      />
    </form>
  )
}
