import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import {
  addressesAtOnce,
  importSuppressions,
  type SuppressionScope,
  suppressionsKey,
} from '../../api/mail/suppressions.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Field, SelectField } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { addressesIn, inParts } from './addresses.ts'
import { ImportReport, type ImportResult } from './ImportReport.tsx'
import { scopeNames } from './labels.ts'

const reasons = {
  unsubscribe: 'Unsubscribed there',
  hard_bounce: 'Addresses that bounced',
  complaint: 'Reported as spam',
  import: 'Several reasons, or unknown',
} as const

export function ImportDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [scope, setScope] = useState<SuppressionScope>('all')
  const [reason, setReason] = useState<keyof typeof reasons>('unsubscribe')
  const [sent, setSent] = useState(0)
  const isStopped = useRef(false)
  const addresses = addressesIn(text)
  const importing = useMutation({
    async mutationFn(): Promise<ImportResult> {
      const outcome: ImportResult = { created: 0, unchanged: 0, wrong: [], left: addresses.length }
      setSent(0)
      isStopped.current = false
      for (const part of inParts(addresses, addressesAtOnce)) {
        if (isStopped.current) break
        const report = await importSuppressions(storeId, { addresses: part, scope, reason })
        outcome.created += report.created
        outcome.unchanged += report.unchanged
        outcome.wrong.push(...report.errors.map(({ index }) => part[index] ?? ''))
        outcome.left -= part.length
        setSent((before) => before + part.length)
      }
      return outcome
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: suppressionsKey(storeId) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    importing.mutate()
  }
  /** The first click on "Close" stops the import, so the report shows the number of imported addresses. */
  const close = () => {
    isStopped.current = true
    if (!importing.isPending) onClose()
  }
  if (importing.data) return <ImportReport outcome={importing.data} onClose={onClose} />
  return (
    <Dialog title="Import a list" onClose={close} size="wide">
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label="Addresses"
          hint="Paste the addresses one per line, separated by commas, or as a table with names. Duplicates are skipped."
        >
          {(control) => (
            <textarea
              {...control}
              autoFocus
              required
              rows={8}
              spellCheck={false}
              placeholder={'jane.doe@example.com\ntom@example.com'}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="control h-auto py-2 font-mono text-sm"
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Why" value={reason} onChange={(event) => setReason(event.target.value as typeof reason)}>
            <Options names={reasons} />
          </SelectField>
          <SelectField label="Block" value={scope} onChange={(event) => setScope(event.target.value as typeof scope)}>
            <Options names={scopeNames} />
          </SelectField>
        </div>
        {importing.error && (
          <Notice tone="danger">
            {sent > 0 && `The first ${sent.toLocaleString(shownLocale)} were imported. `}
            {importing.error.message} You can import the list again: nothing is added twice.
          </Notice>
        )}
        <DialogActions>
          <Button onClick={close}>{importing.isPending ? 'Stop' : 'Cancel'}</Button>
          <Button type="submit" look="primary" isBusy={importing.isPending} disabled={addresses.length === 0}>
            {importing.isPending
              ? `${sent.toLocaleString(shownLocale)} of ${addresses.length.toLocaleString(shownLocale)} …`
              : addresses.length === 0
                ? 'Import'
                : `Import ${addresses.length.toLocaleString(shownLocale)}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
