import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  removeDomain,
  rotateDomainKey,
  type SendingDomain,
  sendingDomainQuery,
  verifyDomain,
} from '../../../api/mail/sending-domain.ts'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/Menu.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { DomainForm } from './DomainForm.tsx'
import { useDomainChange, useShowDomain } from './use-domain-change.ts'

type Asking = 'change' | 'rotate' | 'remove'

export function DomainActions({ domain, isGated }: { domain: SendingDomain; isGated: boolean }) {
  const [asking, setAsking] = useState<Asking>()
  const checking = useDomainChange<void>(verifyDomain, (checked) => toast(checkedText(checked)))
  const isRotating = domain.records.some(({ purpose }) => purpose === 'dkim_next')
  return (
    <>
      {checking.error && <Notice tone="danger">{checking.error.message}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        {!isGated && (
          <Button
            look={domain.status === 'verified' ? 'secondary' : 'primary'}
            icon="search"
            isBusy={checking.isPending}
            onClick={() => checking.mutate()}
          >
            {checking.isPending ? 'Looking …' : 'Check now'}
          </Button>
        )}
        <Menu label="Change the domain" trigger={<IconButton icon="more" label="Change the domain" />}>
          <MenuItem disabled={isGated} onSelect={() => setAsking('change')}>
            <Icon name="pencil" className="size-4" />
            Change domain or address
          </MenuItem>
          <MenuItem disabled={isGated || isRotating} onSelect={() => setAsking('rotate')}>
            <Icon name="rotate" className="size-4" />
            {isRotating ? 'The key is being replaced' : 'Replace the signing key'}
          </MenuItem>
          <MenuSeparator />
          <MenuItem isDangerous onSelect={() => setAsking('remove')}>
            <Icon name="trash" className="size-4" />
            Remove domain
          </MenuItem>
        </Menu>
      </div>
      {asking === 'change' && (
        <Dialog title="Change domain or address" onClose={() => setAsking(undefined)}>
          <DomainForm
            current={domain}
            submitLabel="Save"
            onCancel={() => setAsking(undefined)}
            onDone={() => setAsking(undefined)}
          />
        </Dialog>
      )}
      {asking === 'rotate' && <RotateDialog onClose={() => setAsking(undefined)} />}
      {asking === 'remove' && <RemoveDialog domain={domain} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function checkedText({ status, records }: SendingDomain): string {
  if (status === 'verified' && records.every(({ required, status }) => !required || status === 'ok'))
    return 'The record is correct'
  return 'The required record was not found yet'
}

function RotateDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const show = useShowDomain()
  return (
    <ConfirmDialog
      title="Replace the signing key?"
      confirmLabel="Make a new key"
      act={() => rotateDomainKey(storeId).then(show)}
      onDone={() => toast('Publish the new record. Keep the current one.')}
      onClose={onClose}
    >
      <p>
        You publish a second record. The current key signs email until the new record is found, and is then deleted.
        Sending is not interrupted.
      </p>
    </ConfirmDialog>
  )
}

function RemoveDialog({ domain, onClose }: { domain: SendingDomain; onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title={`Give ${domain.domainUnicode} up?`}
      confirmLabel="Remove domain"
      isDangerous
      act={() => removeDomain(storeId)}
      onDone={() => {
        toast('Domain removed')
        void queryClient.invalidateQueries({ queryKey: sendingDomainQuery(storeId).queryKey })
      }}
      onClose={onClose}
    >
      <p>
        Email is sent from this installation's address again. The signing key is deleted. If you add the domain again,
        it needs a new record. Name and reply address stay.
      </p>
    </ConfirmDialog>
  )
}
