import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { emptyMailbox, type MailboxItem, mailboxKey, mailboxQuery, sendingQuery } from '../../api/mail/email.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { shownLocale } from '../../components/locale.ts'
import { usePageTitle } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { MailTabs } from '../messages/MailTabs.tsx'
import { NeedsRole } from '../settings/NeedsRole.tsx'
import { nameIn } from './address.ts'

/** Mails contain sign-in links, so only owners and admins read them. */
export function MailboxPage() {
  usePageTitle('Mailbox')
  return (
    <NeedsRole needs="ADMIN">
      <Mailbox />
    </NeedsRole>
  )
}

function Mailbox() {
  const storeId = useStoreId()
  const list = useInfiniteQuery(mailboxQuery(storeId))
  const openId = useParams({ strict: false }).mailId
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <div className="lg:grid lg:h-full lg:grid-cols-[minmax(20rem,25rem)_minmax(0,1fr)]">
      <section
        aria-label="Mailbox"
        className={`min-w-0 flex-col border-line lg:flex lg:min-h-0 lg:border-r ${openId ? 'hidden' : 'flex'}`}
      >
        <header className="grid gap-1 border-b border-line px-4 pt-5 pb-4 sm:px-5">
          <div className="flex min-h-9 items-center justify-between gap-3">
            <h1 className="text-xl font-semibold tracking-tight">Mailbox</h1>
            {rows.length > 0 && <EmptyIt />}
          </div>
          <p className="text-sm text-quiet">No mail server is connected, so emails stay here.</p>
          <div className="-mb-4">
            <MailTabs />
          </div>
        </header>
        <div className="min-h-0 flex-1 relative lg:overflow-y-auto">
          {list.isPending ? (
            <Loading rows={6} />
          ) : list.isError && rows.length === 0 ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : rows.length === 0 ? (
            <NoMail />
          ) : (
            <>
              <ul aria-label="Emails">
                {rows.map((item) => (
                  <MailRow key={item.id} item={item} />
                ))}
              </ul>
              <LoadMore {...list} />
            </>
          )}
        </div>
      </section>
      <div
        className={`min-w-0 lg:block lg:min-h-0 relative lg:overflow-y-auto lg:bg-surface ${openId ? '' : 'hidden'}`}
      >
        {openId ? <Outlet /> : rows.length > 0 && <NothingOpen />}
      </div>
    </div>
  )
}

function MailRow({ item: { id, recipient, subject, createdAt } }: { item: MailboxItem }) {
  const storeId = useStoreId()
  return (
    <li className="border-line not-first:border-t">
      <Link
        to="/stores/$storeId/mailbox/$mailId"
        params={{ storeId, mailId: id }}
        className="grid gap-0.5 px-4 py-3 -outline-offset-2 hover:bg-hover data-[status=active]:bg-accent-wash sm:px-5"
      >
        <span className="flex items-baseline justify-between gap-3 text-sm">
          <span className="truncate text-quiet">{nameIn(recipient)}</span>
          <Time at={createdAt} className="text-xs text-quiet" />
        </span>
        <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {subject || 'No subject'}
        </span>
      </Link>
    </li>
  )
}

function NoMail() {
  const { data } = useQuery(sendingQuery(useStoreId()))
  if (data?.transport === 'smtp')
    return (
      <EmptyState icon="send" title="Email is sent">
        A mail server is set up, so no email is stored here. Sent email is under Messages.
      </EmptyState>
    )
  return (
    <EmptyState icon="inbox" title="No email yet">
      <div className="grid gap-2">
        <p>
          Without a mail server, every email of this store is stored here instead of being sent: review requests,
          confirmations, template tests and invitations.
        </p>
        <p>Emails are sent once the operator of this installation connects a mail server.</p>
      </div>
    </EmptyState>
  )
}

function NothingOpen() {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState icon="mail" title="Choose an email to read it" />
    </div>
  )
}

function EmptyIt() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button size="small" look="dangerQuiet" icon="trash" onClick={() => setIsAsking(true)}>
        Empty it
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Empty the mailbox?"
          confirmLabel="Empty the mailbox"
          isDangerous
          act={async () => {
            const { removed } = await emptyMailbox(storeId)
            await navigate({ to: '/stores/$storeId/mailbox', params: { storeId } })
            await queryClient.invalidateQueries({ queryKey: mailboxKey(storeId) })
            toast(removed === 1 ? 'One email removed' : `${removed.toLocaleString(shownLocale)} emails removed`)
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>Every email of this store is permanently deleted here. The log under Messages stays.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
