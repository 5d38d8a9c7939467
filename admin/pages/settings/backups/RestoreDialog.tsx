import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { restoreArchive } from '../../../api/shops/backups.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { Switch } from '../../../components/forms/Choice.tsx'
import { Field, TextField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function RestoreDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [passphrase, setPassphrase] = useState('')
  const [dryRun, setDryRun] = useState(true)
  const restoring = useMutation({
    mutationFn: (given: File) => restoreArchive(storeId, given, { dryRun, passphrase }),
    onSuccess: ({ id }) => navigate({ to: '/stores/$storeId/imports/$importId', params: { storeId, importId: id } }),
  })
  return (
    <Dialog title="Restore an archive" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (file) restoring.mutate(file)
        }}
      >
        <p className="text-quiet">
          Restores into this store, which must be empty: no products, orders, reviews or members. Either everything is
          restored, or nothing.
        </p>
        <Field label="Archive" hint="A .zip, or a .zip.age that is encrypted.">
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".zip,.age"
              className="control"
              onChange={(event) => setFile(event.target.files?.[0])}
            />
          )}
        </Field>
        {file && /\.age$/i.test(file.name) && (
          <TextField
            label="Passphrase"
            type="password"
            autoComplete="off"
            value={passphrase}
            onChange={(event) => setPassphrase(event.target.value)}
          />
        )}
        <Switch
          label="Dry run"
          hint="Shows what would be restored, without changing anything."
          isOn={dryRun}
          onChange={setDryRun}
        />
        {restoring.error && <Notice tone="danger">{restoring.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={restoring.isPending} disabled={!file}>
            {dryRun ? 'Try it out' : 'Restore'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
