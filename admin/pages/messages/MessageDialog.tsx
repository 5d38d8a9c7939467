import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Message } from '../../api/mail/email.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { categoryNames, reasonText, templateName } from './labels.ts'
import { RetryButton } from './RetryButton.tsx'
import { stateNames, stateTones } from './states.ts'

export function MessageDialog({ message, onClose }: { message: Message; onClose(): void }) {
  return (
    <Dialog title={message.subject ?? templateName(message.template)} onClose={onClose}>
      <dl className="grid gap-2 text-sm">
        <Fact name="Status">
          <Badge tone={stateTones[message.state]}>{stateNames[message.state]}</Badge>
        </Fact>
        {message.reason && <Fact name="Why">{reasonText(message.reason)}</Fact>}
        {message.answer && (
          <Fact name="Mail server">
            <span className="font-mono text-xs">{message.answer}</span>
          </Fact>
        )}
        <Fact name="To">{message.recipient ?? `…${message.recipientLast4 ?? ''}`}</Fact>
        <Fact name="Email">
          {templateName(message.template)}, {message.locale}
        </Fact>
        <Fact name="Kind">{categoryNames[message.category]}</Fact>
        <Moments message={message} />
        <Fact name="Attempts">{message.attempts}</Fact>
        <About message={message} />
      </dl>
      <DialogActions>
        {message.state === 'failed' && <RetryButton message={message} onDone={onClose} />}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

function Moments({
  message: { createdAt, dueAt, sentAt, bouncedAt, bounce, complainedAt, state },
}: {
  message: Message
}) {
  const moments: [string, string | null][] = [
    ['Made', createdAt],
    ['Next attempt', state === 'queued' ? dueAt : null],
    ['Sent', sentAt],
    [bounce === 'soft' ? 'Bounced softly' : 'Bounced', bouncedAt],
    ['Complaint', complainedAt],
  ]
  return moments.map(
    ([name, at]) =>
      at && (
        <Fact key={name} name={name}>
          {formatMoment(at)}
        </Fact>
      ),
  )
}

function About({ message: { orderId, reviewId } }: { message: Message }) {
  const storeId = useStoreId()
  const linkClass = 'font-medium underline decoration-line-strong underline-offset-4 hover:decoration-text'
  if (!orderId && !reviewId) return null
  return (
    <Fact name="About">
      <span className="flex gap-4">
        {orderId && (
          <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId }} className={linkClass}>
            The order
          </Link>
        )}
        {reviewId && (
          <Link
            to="/stores/$storeId/reviews/$reviewId"
            params={{ storeId, reviewId }}
            search={{ status: 'all' }}
            className={linkClass}
          >
            The review
          </Link>
        )}
      </span>
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
      <dt className="text-quiet">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
