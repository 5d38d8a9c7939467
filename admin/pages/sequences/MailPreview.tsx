import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { mailPreviewQuery, type MailPreview as Rendered, type SequenceMail } from '../../api/mail/sequences.ts'
import { Loading } from '../../components/EmptyState.tsx'
import { ReaderChoice } from '../../components/forms/Translations.tsx'
import { useSettled } from '../../components/forms/use-settled.ts'
import { MailFrame } from '../../components/MailFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Preview } from '../../components/Preview.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { OrderPicker } from './OrderPicker.tsx'

export function MailPreview({ mail }: { mail: SequenceMail }) {
  const [orderId, setOrderId] = useState('')
  const [reader, setReader] = useState('')
  const { translations = {} } = mail
  const asked = useSettled({ mail, orderId: orderId || null, ...(reader in translations && { reader }) })
  const { data, error } = useQuery(mailPreviewQuery(useStoreId(), asked))
  const last = useRef<Rendered>(undefined)
  if (data) last.current = data
  const seen = data ?? last.current
  return (
    <Preview>
      <div className="grid gap-3">
        <OrderPicker label="Filled in with" none="Sample order" value={orderId} onChange={setOrderId} />
        <ReaderChoice translations={translations} reader={reader} onChange={setReader} />
        {error && <Notice tone="warn">Not shown yet: {error.message}</Notice>}
        {seen ? (
          <div className="overflow-hidden rounded-lg border border-line">
            <p dir="auto" className="border-b border-line px-4 py-3 text-sm">
              <span className="text-quiet">Subject: </span>
              <span className="font-semibold wrap-anywhere">{seen.subject}</span>
            </p>
            <MailFrame title="Preview of the email" html={seen.html} />
          </div>
        ) : (
          !error && <Loading rows={4} />
        )}
      </div>
    </Preview>
  )
}
