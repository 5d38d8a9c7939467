import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { closeTicket, type Ticket, ticketQuery, writeMessage } from '../../../api/account/support.ts'
import { BackLink } from '../../../components/BackLink.tsx'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { AccessCard } from './AccessCard.tsx'
import { states } from './labels.ts'
import { MessageField } from './MessageField.tsx'
import { useRefreshSupport } from './use-refresh-support.ts'

export function TicketPage() {
  const { ticketId } = useParams({ from: '/signed-in/stores/$storeId/settings/support/$ticketId' })
  const query = useQuery(ticketQuery(useStoreId(), ticketId))
  const missing = (
    <EmptyState icon="inbox" title="No such ticket">
      This ticket does not belong to your organization.
    </EmptyState>
  )
  return (
    <NeedsRole needs="VIEWER">
      <Loaded query={query} missing={missing}>
        {(ticket) => <Conversation ticket={ticket} />}
      </Loaded>
    </NeedsRole>
  )
}

function Conversation({ ticket }: { ticket: Ticket }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const refresh = useRefreshSupport()
  const [isClosing, setIsClosing] = useState(false)
  const { name, tone } = states[ticket.state]
  const mayWrite = isAtLeast('MEMBER') && ticket.state !== 'closed'
  return (
    <Page
      title={ticket.subject}
      width="normal"
      back={
        <BackLink to="/stores/$storeId/settings/support" params={{ storeId }}>
          Support
        </BackLink>
      }
      intro={<Badge tone={tone}>{name}</Badge>}
      actions={mayWrite && <Button onClick={() => setIsClosing(true)}>Close the ticket</Button>}
    >
      <Card title="Conversation">
        <ol className="grid">
          {ticket.messages.map(({ id, from, authorName, body, createdAt }) => (
            <li key={id} className="grid gap-1 border-line px-5 py-4 not-first:border-t">
              <p className="flex flex-wrap items-center gap-2 text-sm">
                <span className="font-semibold">{authorName}</span>
                {from === 'support' && <Badge tone="accent">Support</Badge>}
                <Time at={createdAt} className="text-xs text-quiet" />
              </p>
              <p className="break-words whitespace-pre-wrap">{body}</p>
            </li>
          ))}
        </ol>
        <div className="border-t border-line p-5">
          {mayWrite ? (
            <Answer ticketId={ticket.id} />
          ) : (
            <p className="text-sm text-quiet">
              {ticket.state === 'closed'
                ? 'This ticket is closed. Open a new one to continue.'
                : 'Viewers can only read.'}
            </p>
          )}
        </div>
      </Card>
      <AccessCard ticket={ticket} />
      {isClosing && (
        <ConfirmDialog
          title="Close the ticket?"
          confirmLabel="Close the ticket"
          act={() => closeTicket(storeId, ticket.id)}
          onDone={() => {
            void refresh()
            toast('Ticket closed')
          }}
          onClose={() => setIsClosing(false)}
        >
          <p>You cannot reopen it. Support access for this ticket ends.</p>
        </ConfirmDialog>
      )}
    </Page>
  )
}

function Answer({ ticketId }: { ticketId: string }) {
  const storeId = useStoreId()
  const refresh = useRefreshSupport()
  const [body, setBody] = useState('')
  const writing = useMutation({
    mutationFn: () => writeMessage(storeId, ticketId, body),
    onSuccess: () => {
      setBody('')
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    writing.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <MessageField label="Your message" value={body} onChange={setBody} />
      {writing.error && <Notice tone="danger">{writing.error.message}</Notice>}
      <Button type="submit" look="primary" isBusy={writing.isPending} className="justify-self-end">
        Send
      </Button>
    </form>
  )
}
