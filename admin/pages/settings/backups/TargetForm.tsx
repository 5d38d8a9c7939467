import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type BackupTarget, removeTarget, saveTarget } from '../../../api/shops/backups.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

type Props = { target: BackupTarget; mayChange: boolean; onSaved(text: string): void }

const fields = ['endpoint', 'region', 'bucket', 'prefix', 'accessKeyId', 'secretAccessKey'] as const
type Name = (typeof fields)[number]

const labels: Record<Name, string> = {
  endpoint: 'Endpoint',
  region: 'Region',
  bucket: 'Bucket',
  prefix: 'Folder',
  accessKeyId: 'Access key id',
  secretAccessKey: 'Secret access key',
}

export function TargetForm({ target, mayChange, onSaved }: Props) {
  const storeId = useStoreId()
  const [isRemoving, setRemoving] = useState(false)
  const [draft, setDraft] = useState<Record<Name, string>>({
    endpoint: target.endpoint ?? '',
    region: target.region ?? '',
    bucket: target.bucket ?? '',
    prefix: target.prefix ?? '',
    accessKeyId: target.accessKeyId ?? '',
    secretAccessKey: '',
  })
  const saving = useMutation({
    mutationFn: () => {
      const { secretAccessKey, ...rest } = draft
      return saveTarget(storeId, { ...rest, ...(secretAccessKey !== '' && { secretAccessKey }) })
    },
    onSuccess: () => {
      setDraft({ ...draft, secretAccessKey: '' })
      onSaved('Bucket tested and saved')
    },
  })
  const failure = remainingError(
    saving.error,
    fields.map((name) => `/${name}`),
  )
  return (
    <form
      className="grid gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <fieldset disabled={!mayChange} className="grid gap-4">
        {fields.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            type={name === 'secretAccessKey' ? 'password' : 'text'}
            autoComplete="off"
            placeholder={name === 'endpoint' ? 'https://s3.eu-central-1.amazonaws.com' : undefined}
            hint={
              name === 'secretAccessKey' && target.secretAccessKeySet
                ? 'Stored and never shown. Enter a new one to change it.'
                : undefined
            }
            error={errorAt(saving.error, `/${name}`)}
            value={draft[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          />
        ))}
      </fieldset>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={saving.isPending}>
            Test and save
          </Button>
          {target.configured && (
            <Button look="dangerQuiet" onClick={() => setRemoving(true)}>
              Remove bucket
            </Button>
          )}
        </div>
      )}
      {isRemoving && (
        <ConfirmDialog
          title="Remove the bucket?"
          confirmLabel="Remove it"
          isDangerous
          act={() => removeTarget(storeId)}
          onDone={() => onSaved('Bucket removed')}
          onClose={() => setRemoving(false)}
        >
          <p>Its secret is deleted here. Files in the bucket stay.</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
