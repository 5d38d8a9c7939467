import { type FormEvent, useState } from 'react'
import { chooseDomain, type SendingDomain } from '../../../api/mail/sending-domain.ts'
import { Button } from '../../../components/Button.tsx'
import { DialogActions } from '../../../components/Dialog.tsx'
import { Field, TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { useDomainChange } from './use-domain-change.ts'

type Props = {
  current?: SendingDomain
  submitLabel: string
  onDone?(domain: SendingDomain): void
  onCancel?(): void
}

export function DomainForm({ current, submitLabel, onDone, onCancel }: Props) {
  const [domain, setDomain] = useState(current?.domainUnicode ?? '')
  const [local, setLocal] = useState(current?.fromLocalPart ?? 'reviews')
  const choosing = useDomainChange(chooseDomain, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choosing.mutate({ domain: domain.trim(), fromLocalPart: local.trim() })
  }
  const beside = remainingError(choosing.error, ['/domain', '/fromLocalPart'])
  const isOther = Boolean(current?.domain) && domain.trim().toLowerCase() !== current?.domainUnicode
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label="Domain"
        hint="A subdomain keeps the reputation of these emails apart from that of your newsletters."
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
        placeholder="mail.shop.example"
        value={domain}
        error={errorAt(choosing.error, '/domain')}
        onChange={(event) => setDomain(event.target.value)}
      />
      <Field label="Address" error={errorAt(choosing.error, '/fromLocalPart')}>
        {(control) => (
          <div className="flex min-w-0 items-center gap-2">
            <input
              {...control}
              required
              maxLength={64}
              autoCapitalize="none"
              spellCheck={false}
              value={local}
              onChange={(event) => setLocal(event.target.value)}
              className="control max-w-44"
            />
            <span className="min-w-0 truncate text-quiet">@{domain.trim() || 'mail.shop.example'}</span>
          </div>
        )}
      </Field>
      {isOther && (
        <Notice tone="warn">
          Another domain replaces {current?.domainUnicode}, whose key is deleted. Until the record of the new domain is
          found, email is sent from the installation's address.
        </Notice>
      )}
      {beside && <Notice tone="danger">{beside}</Notice>}
      <DialogActions>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" look="primary" isBusy={choosing.isPending}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  )
}
