import { type FormEvent, useState } from 'react'
import { changeSender, type SendingDomain } from '../../../api/mail/sending-domain.ts'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { UnsavedGuard } from '../../../components/forms/UnsavedGuard.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole } from '../../../shell/store/use-store.ts'
import { useDomainChange } from './use-domain-change.ts'

export function SenderCard({ domain }: { domain: SendingDomain }) {
  const { isAtLeast } = useRole()
  const { name, from, replyTo } = domain.sender
  const isOwnAddress = domain.status === 'verified' && domain.includedInPlan
  return (
    <Card title="Sender">
      <div className="grid gap-5 p-5 pt-3">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-lg bg-sunken px-4 py-3 text-sm">
          <dt className="text-quiet">From</dt>
          <dd className="wrap-anywhere">
            <span className="font-semibold">{name}</span> <span className="text-quiet">&lt;{from}&gt;</span>
          </dd>
          <dt className="text-quiet">Answers to</dt>
          <dd className="wrap-anywhere">
            {replyTo ?? <span className="text-quiet">{isOwnAddress ? 'the same address' : 'no address'}</span>}
          </dd>
        </dl>
        {!replyTo && !isOwnAddress && (
          <Notice tone="warn">Replies from customers reach no one. Set a reply address.</Notice>
        )}
        {isAtLeast('ADMIN') ? (
          <SenderForm key={`${domain.fromName} ${domain.replyTo}`} domain={domain} />
        ) : (
          <p className="text-sm text-quiet">Owners and admins set the name and the reply address.</p>
        )}
      </div>
    </Card>
  )
}

function SenderForm({ domain }: { domain: SendingDomain }) {
  const [fromName, setFromName] = useState(domain.fromName ?? '')
  const [replyTo, setReplyTo] = useState(domain.replyTo ?? '')
  const saving = useDomainChange(changeSender, () => toast('Sender saved'))
  const next = { fromName: fromName.trim() || null, replyTo: replyTo.trim() || null }
  const isChanged = next.fromName !== domain.fromName || next.replyTo !== domain.replyTo
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(next)
  }
  const beside = remainingError(saving.error, ['/fromName', '/replyTo'])
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          hint="Leave blank to use the name from Branding, or the store's name."
          maxLength={80}
          placeholder={domain.fromName ? '' : domain.sender.name}
          value={fromName}
          error={errorAt(saving.error, '/fromName')}
          onChange={(event) => setFromName(event.target.value)}
        />
        <TextField
          label="Reply address"
          hint="Replies from customers go here. Recipients see this address."
          type="email"
          maxLength={254}
          placeholder="help@shop.example"
          value={replyTo}
          error={errorAt(saving.error, '/replyTo')}
          onChange={(event) => setReplyTo(event.target.value)}
        />
      </div>
      {beside && <Notice tone="danger">{beside}</Notice>}
      <div>
        <Button type="submit" look="primary" isBusy={saving.isPending} disabled={!isChanged}>
          Save
        </Button>
      </div>
      <UnsavedGuard isChanged={isChanged && !saving.isPending} />
    </form>
  )
}
