import { type FormEvent, useState } from 'react'
import {
  addSignOnDomain,
  removeSignOnDomain,
  type SignOnDomain,
  type SingleSignOn,
  verifySignOnDomain,
} from '../../../api/account/single-sign-on.ts'
import { Badge, type Tone } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { FoundValues } from '../../../components/forms/FoundValues.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useRefreshSignOn, useSignOnChange } from './use-sign-on-change.ts'

export function DomainsCard({ settings: { domains } }: { settings: SingleSignOn }) {
  return (
    <Card title="2. Domains">
      <p className="px-5 pt-1 text-sm text-quiet">
        Addresses of these domains sign in through your provider. A record in the DNS proves that a domain is yours, so
        do not remove the record.
      </p>
      <ul className="mt-3 divide-y divide-line">
        {domains.map((domain) => (
          <DomainItem key={domain.id} domain={domain} />
        ))}
      </ul>
      <NewDomain isFirst={domains.length === 0} />
    </Card>
  )
}

const states: Record<SignOnDomain['status'], { name: string; tone: Tone }> = {
  pending: { name: 'Record not found yet', tone: 'warn' },
  proven: { name: 'Proven', tone: 'good' },
  failing: { name: 'Record missing', tone: 'warn' },
  lost: { name: 'Lost', tone: 'danger' },
}

function DomainItem({ domain }: { domain: SignOnDomain }) {
  const { id, record, status, found, checkedAt } = domain
  const [isRemoving, setIsRemoving] = useState(false)
  const storeId = useStoreId()
  const refresh = useRefreshSignOn()
  const looking = useSignOnChange(verifySignOnDomain, ({ status: now }) =>
    toast(now === 'proven' ? `${domain.domain} is proven` : 'The record was not found yet. This can take an hour.'),
  )
  const isProven = status === 'proven'
  return (
    <li className="grid gap-3 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-semibold break-all">{domain.domain}</h3>
        <Badge tone={states[status].tone} {...(isProven && { icon: 'check' })}>
          {states[status].name}
        </Badge>
        <div className="ml-auto flex gap-1">
          {!isProven && (
            <Button size="small" isBusy={looking.isPending} onClick={() => looking.mutate(id)}>
              Look now
            </Button>
          )}
          <Button size="small" look="quiet" onClick={() => setIsRemoving(true)}>
            Remove
            <span className="sr-only">{domain.domain}</span>
          </Button>
        </div>
      </div>
      {status === 'failing' && (
        <Notice tone="warn">
          The record is missing. Restore it within 72 hours, or the domain is no longer verified.
        </Notice>
      )}
      {!isProven && (
        <div className="grid gap-2 text-sm sm:grid-cols-[5rem_minmax(0,1fr)] sm:items-center">
          <span className="text-quiet">Type</span>
          <span>{record.type}</span>
          <span className="text-quiet">Host</span>
          <CopyField label={`Host of the record of ${domain.domain}`} value={record.name} />
          <span className="text-quiet">Value</span>
          <CopyField label={`Value of the record of ${domain.domain}`} value={record.value} />
          <FoundValues values={found} />
        </div>
      )}
      {looking.error && <Notice tone="danger">{looking.error.message}</Notice>}
      {checkedAt && (
        <p className="text-xs text-quiet">
          Last checked <Time at={checkedAt} />
        </p>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${domain.domain}?`}
          confirmLabel="Remove"
          isDangerous
          act={() => removeSignOnDomain(storeId, id)}
          onDone={() => void refresh()}
          onClose={() => setIsRemoving(false)}
        >
          <p>Its addresses sign in with a password again. Current sessions continue.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function NewDomain({ isFirst }: { isFirst: boolean }) {
  const [domain, setDomain] = useState('')
  const adding = useSignOnChange(addSignOnDomain, () => setDomain(''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate(domain.trim())
  }
  return (
    <form onSubmit={submit} className={`grid gap-3 p-5 ${isFirst ? 'pt-1' : 'border-t border-line'}`}>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={isFirst ? 'Domain' : 'Another domain'}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={253}
            placeholder="example.com"
            value={domain}
            onChange={(event) => setDomain(event.target.value)}
          />
        </div>
        <Button type="submit" isBusy={adding.isPending}>
          Add
        </Button>
      </div>
      {adding.error && <Notice tone="danger">{adding.error.message}</Notice>}
    </form>
  )
}
