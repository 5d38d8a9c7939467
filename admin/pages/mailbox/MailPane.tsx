import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type MailboxMessage, mailQuery } from '../../api/mail/email.ts'
import { BackLink } from '../../components/BackLink.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { MailFrame } from '../../components/MailFrame.tsx'
import { Segments } from '../../components/Segments.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function MailPane() {
  const storeId = useStoreId()
  const { mailId } = useParams({ from: '/signed-in/stores/$storeId/mailbox/$mailId' })
  const query = useQuery(mailQuery(storeId, mailId))
  const missing = (
    <EmptyState icon="search" title="There is no such email">
      It was removed, or it belongs to another store.
    </EmptyState>
  )
  return (
    <Loaded query={query} missing={missing}>
      {(mail) => <Mail key={mail.id} mail={mail} />}
    </Loaded>
  )
}

type View = 'html' | 'text' | 'headers'

function Mail({ mail }: { mail: MailboxMessage }) {
  const storeId = useStoreId()
  const [view, setView] = useState<View>(mail.html === null ? 'text' : 'html')
  const views = [['html', 'Email'] as const, ['text', 'Text'] as const, ['headers', 'Headers'] as const]
  return (
    <article
      aria-labelledby="open-mail"
      className="mx-auto grid max-w-[52rem] content-start gap-5 px-4 py-4 sm:px-8 lg:py-7"
    >
      <BackLink to="/stores/$storeId/mailbox" params={{ storeId }} className="lg:hidden">
        All emails
      </BackLink>
      <div className="grid gap-3">
        <h2 id="open-mail" dir="auto" className="text-lg font-semibold tracking-tight break-words">
          {mail.subject || 'No subject'}
        </h2>
        <dl className="grid gap-1 text-sm">
          <Fact name="From">{mail.sender ?? 'The service'}</Fact>
          <Fact name="To">{mail.recipient}</Fact>
          {mail.replyTo && <Fact name="Reply to">{mail.replyTo}</Fact>}
          <Fact name="At">{formatMoment(mail.createdAt)}</Fact>
        </dl>
      </div>
      <div>
        <Segments
          label="Part of the email"
          value={view}
          onChange={setView}
          options={mail.html === null ? views.slice(1) : views}
        />
      </div>
      <div className="overflow-hidden rounded-xl border border-line">
        {view === 'html' && mail.html !== null && <MailFrame title={`Email: ${mail.subject}`} html={mail.html} />}
        {view === 'text' && <TextPart text={mail.text} />}
        {view === 'headers' && <Headers headers={mail.headers} />}
      </div>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3">
      <dt className="text-quiet">{name}</dt>
      <dd className="break-words wrap-anywhere">{children}</dd>
    </div>
  )
}

function TextPart({ text }: { text: string }) {
  return (
    <pre dir="auto" className="p-5 font-mono text-sm break-words whitespace-pre-wrap">
      {text.split(addresses).map((part, i) =>
        // `split` with a capturing group returns the matches at odd indexes.
        i % 2 === 1 ? (
          <a key={i} href={part} target="_blank" rel="noopener noreferrer" className="text-accent underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  )
}

/** A full stop or bracket after a URL ends the sentence, not the URL. */
const addresses = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/

function Headers({ headers }: { headers: MailboxMessage['headers'] }) {
  return (
    <dl className="grid gap-2 p-5 text-sm">
      {headers.map(({ name, value }, i) => (
        <div key={i} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="text-quiet">{name}</dt>
          <dd className="font-mono text-xs leading-5 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
