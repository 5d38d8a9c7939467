import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import {
  adoptWebhook,
  changeWebhook,
  deleteWebhook,
  type Webhook,
  webhookQuery,
  webhooksKey,
} from '../../../api/shops/webhooks.ts'
import { BackLink } from '../../../components/BackLink.tsx'
import { Button, IconButton } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/Menu.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatMoment } from '../../../components/values/dates.ts'
import { usePlanGate } from '../../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { DeliveriesCard } from './DeliveriesCard.tsx'
import { EditWebhookDialog } from './EditWebhookDialog.tsx'
import { EndpointCard } from './EndpointCard.tsx'
import { HealthCard } from './HealthCard.tsx'
import { makerText, nameOf } from './names.ts'
import { ReplayDialog } from './ReplayDialog.tsx'
import { SignatureNotice } from './SignatureNotice.tsx'
import { TestDialog } from './TestDialog.tsx'
import { useGone } from './use-gone.ts'
import { useWebhookChange } from './use-webhook-change.ts'
import { VerifyCard } from './VerifyCard.tsx'
import { WebhookHead } from './WebhookHead.tsx'

/** The receiver's responses change the webhook's state, so the page polls. */
const whileOpenMs = 10_000

export function WebhookPage() {
  const storeId = useStoreId()
  const { webhookId } = useParams({ from: '/signed-in/stores/$storeId/settings/webhooks/$webhookId' })
  const query = useQuery({ ...webhookQuery(storeId, webhookId), refetchInterval: whileOpenMs })
  return (
    <Loaded
      query={query}
      missing={
        <Page title="Webhook" back={<Back />}>
          <Card>
            <EmptyState icon="search" title="Webhook not found">
              It was deleted, or belongs to another store.
            </EmptyState>
          </Card>
        </Page>
      }
    >
      {(webhook) => <Shown webhook={webhook} />}
    </Loaded>
  )
}

function Back() {
  return (
    <BackLink to="/stores/$storeId/settings/webhooks" params={{ storeId: useStoreId() }}>
      Webhooks
    </BackLink>
  )
}

type Open = 'edit' | 'test' | 'replay' | 'delete' | 'off'

function Shown({ webhook }: { webhook: Webhook }) {
  const { id, enabled } = webhook
  const [open, setOpen] = useState<Open>()
  const gate = usePlanGate('outbound_webhooks')
  const mayWrite = useRole().isAtLeast('ADMIN') && gate?.enabled !== false
  const close = () => setOpen(undefined)
  return (
    <Page
      title={nameOf(webhook)}
      back={<Back />}
      intro={<WebhookHead webhook={webhook} />}
      actions={
        mayWrite && (
          <>
            <Button icon="pencil" onClick={() => setOpen('edit')}>
              Edit
            </Button>
            {enabled ? (
              <Button icon="send" onClick={() => setOpen('test')}>
                Send test
              </Button>
            ) : (
              <SwitchOn id={id} />
            )}
          </>
        )
      }
      menu={
        mayWrite && (
          <Menu label="Manage webhook" trigger={<IconButton icon="more" label="Manage webhook" />}>
            {enabled && (
              <>
                <MenuItem onSelect={() => setOpen('replay')}>
                  <Icon name="rotate" className="size-4" />
                  Send events again
                </MenuItem>
                <MenuItem onSelect={() => setOpen('off')}>
                  <Icon name="ban" className="size-4" />
                  Switch off
                </MenuItem>
                <MenuSeparator />
              </>
            )}
            <MenuItem isDangerous onSelect={() => setOpen('delete')}>
              <Icon name="trash" className="size-4" />
              Delete
            </MenuItem>
          </Menu>
        )
      }
    >
      <SignatureNotice webhookId={id} />
      <Trouble webhook={webhook} />
      <Maker webhook={webhook} mayAdopt={mayWrite} />
      <EndpointCard webhook={webhook} />
      <DeliveriesCard webhook={webhook} mayRetry={mayWrite && enabled} />
      <HealthCard webhookId={id} />
      <VerifyCard webhook={webhook} />
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === 'test' && <TestDialog webhookId={id} onClose={close} />}
      {open === 'replay' && <ReplayDialog webhookId={id} onClose={close} />}
      {open === 'off' && <OffDialog webhook={webhook} onClose={close} />}
      {open === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </Page>
  )
}

function Trouble({ webhook: { enabled, disabledReason, disabledAt, failingSince } }: { webhook: Webhook }) {
  if (!enabled)
    return (
      <Notice tone={disabledReason === 'manual' ? 'plain' : 'danger'}>
        {disabledReason === 'gone' && 'The receiver answered 410 Gone: it no longer wants these events. '}
        {disabledReason === 'failing' && 'Every delivery failed for five days. '}
        {disabledAt && `Off since ${formatMoment(disabledAt)}. `}
        Turn it on to deliver the waiting events.
      </Notice>
    )
  if (!failingSince) return null
  return (
    <Notice tone="warn">
      Every delivery since {formatMoment(failingSince)} has failed. Open one to see your receiver's response. After five
      days of failures the webhook is switched off, and the owners get an email.
    </Notice>
  )
}

/** An adopted webhook belongs to the organization, and stays when the key that created it is revoked. */
function Maker({ webhook, mayAdopt }: { webhook: Webhook; mayAdopt: boolean }) {
  const text = makerText(webhook)
  const adopting = useWebhookChange(
    (storeId, id: string) => adoptWebhook(storeId, id),
    () => toast('Webhook adopted'),
  )
  if (!text) return null
  return (
    <Notice>
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span>
          {text} {webhook.madeBy.type !== 'partner' && 'Email addresses are masked until a member adopts the webhook.'}
        </span>
        {mayAdopt && (
          <Button
            isBusy={adopting.isPending}
            onClick={() =>
              adopting.mutate(webhook.id, { onError: (error) => toast(error.message, { tone: 'danger' }) })
            }
          >
            Adopt
          </Button>
        )}
      </span>
    </Notice>
  )
}

function SwitchOn({ id }: { id: string }) {
  const switching = useWebhookChange(
    (storeId, enabled: boolean) => changeWebhook(storeId, id, { enabled }),
    () => toast('Turned on. Waiting events are being sent.'),
  )
  return (
    <Button
      look="primary"
      isBusy={switching.isPending}
      onClick={() => switching.mutate(true, { onError: (error) => toast(error.message, { tone: 'danger' }) })}
    >
      Switch on
    </Button>
  )
}

type DialogProps = { webhook: Webhook; onClose(): void }

function OffDialog({ webhook: { id }, onClose }: DialogProps) {
  const storeId = useStoreId()
  const switching = useWebhookChange((_, enabled: boolean) => changeWebhook(storeId, id, { enabled }))
  return (
    <ConfirmDialog
      title="Turn off this webhook?"
      confirmLabel="Switch it off"
      act={() => switching.mutateAsync(false)}
      onDone={() => toast('Switched off')}
      onClose={onClose}
    >
      <p>No events are sent until you turn it on. Then it gets the waiting events, in order.</p>
    </ConfirmDialog>
  )
}

function DeleteDialog({ webhook: { id, url, connectionId }, onClose }: DialogProps) {
  const storeId = useStoreId()
  const gone = useGone(webhooksKey(storeId))
  return (
    <ConfirmDialog
      title="Delete the webhook?"
      confirmLabel="Delete"
      isDangerous
      act={() => deleteWebhook(storeId, id)}
      onDone={() => {
        toast('Webhook deleted')
        gone()
      }}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{url}</p>
      <p>
        Its secret and its deliveries are deleted, and waiting events are not sent. This cannot be undone.{' '}
        {connectionId && 'The connected app that created it gets no more events.'}
      </p>
    </ConfirmDialog>
  )
}
