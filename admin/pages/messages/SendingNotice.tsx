import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { resumeSending, type Sending, sendingQuery } from '../../api/mail/email.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { formatMoment } from '../../components/values/dates.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'

export function SendingNotice() {
  const storeId = useStoreId()
  const { data } = useQuery(sendingQuery(storeId))
  if (!data) return null
  if (data.pausedAt) return <Pause sending={data} pausedAt={data.pausedAt} />
  return data.transport === 'mailbox' ? <NoServer /> : null
}

const reasons = {
  hard_bounces: 'More than 5 % of the last emails went to addresses that do not exist.',
  complaints: 'More than 0.3 % of the last emails were reported as unwanted.',
}

function Pause({ sending, pausedAt }: { sending: Sending; pausedAt: string }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { isAtLeast } = useRole()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Notice tone="warn">
      <div className="grid justify-items-start gap-3">
        <div className="grid gap-1">
          <p className="font-semibold">Sending is paused since {formatMoment(pausedAt)}</p>
          <p>
            {sending.pausedReason && reasons[sending.pausedReason]} Non-urgent email is paused, because more of this
            would harm the delivery of everything the shop sends. Nothing is lost: {waitingText(sending.waiting)}
          </p>
        </div>
        {isAtLeast('ADMIN') && <Button onClick={() => setIsAsking(true)}>Resume sending</Button>}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Resume sending?"
          confirmLabel="Resume"
          act={() => resumeSending(storeId)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: [storeId, 'email'] })
            toast('Sending resumed')
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Resume once you know where the bad addresses came from. After that, earlier emails no longer count against
            the store.
          </p>
        </ConfirmDialog>
      )}
    </Notice>
  )
}

const waitingText = (count: number) =>
  count === 1
    ? 'one message waits.'
    : `${count >= 10_000 ? 'more than 10,000' : count.toLocaleString(shownLocale)} messages wait.`

const guide = '/docs/email-delivery#without-outgoing-mail'
const link = 'font-medium underline underline-offset-4'

function NoServer() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  return (
    <Notice tone="warn">
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <p className="font-semibold">Email isn't being sent: no mail server is connected</p>
        {isAtLeast('ADMIN') ? (
          <>
            <a href={guide} target="_blank" rel="noopener" className={link}>
              Connect a mail server
            </a>
            <Link to="/stores/$storeId/mailbox" params={{ storeId }} className={link}>
              Open the test mailbox
            </Link>
          </>
        ) : (
          <p>Emails are stored in the test mailbox.</p>
        )}
      </div>
    </Notice>
  )
}
