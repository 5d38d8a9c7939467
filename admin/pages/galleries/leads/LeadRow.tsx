import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeLead, galleriesKey, type Lead, type LeadStatus, removeLead } from '../../../api/content/galleries.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { LeadNote } from './LeadNote.tsx'
import { leadStatusNames, leadTones } from './names.ts'

export function LeadRow({ lead, mayChange }: { lead: Lead; mayChange: boolean }) {
  const { id, galleryId, status } = lead
  const storeId = useStoreId()
  const client = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const settling = useMutation({
    mutationFn: (change: { status: Exclude<LeadStatus, 'unconfirmed'>; before?: LeadStatus }) =>
      changeLead(storeId, galleryId, id, { status: change.status }),
    onSuccess: (_, { status: after, before }) => {
      const undo = before !== undefined &&
        before !== 'unconfirmed' && {
          action: { label: 'Undo', run: () => settling.mutate({ status: before }) },
        }
      toast(`${leadStatusNames[after]}.`, { ...undo })
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: galleriesKey(storeId) }),
  })
  const who = lead.name ?? lead.email ?? lead.emailLast4
  return (
    <li className="grid gap-2 px-5 py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-72 gap-1">
          <p dir="auto" className="font-medium wrap-anywhere">
            {who}
          </p>
          {lead.message && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {lead.message}
            </p>
          )}
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
            <Badge tone={leadTones[status]}>{leadStatusNames[status]}</Badge>
            {lead.email && (
              <a href={`mailto:${encodeURIComponent(lead.email)}`} className="wrap-anywhere underline">
                {lead.email}
              </a>
            )}
            {lead.phone && <span dir="ltr">{lead.phone}</span>}
            <Time at={lead.createdAt} />
          </p>
        </div>
        {mayChange && (
          <div className="flex flex-wrap items-center gap-1.5">
            {status !== 'contacted' && status !== 'unconfirmed' && status !== 'spam' && (
              <Button
                size="small"
                look="primary"
                onClick={() => settling.mutate({ status: 'contacted', before: status })}
              >
                Contacted
              </Button>
            )}
            {status !== 'closed' && status !== 'unconfirmed' && status !== 'spam' && (
              <Button size="small" onClick={() => settling.mutate({ status: 'closed', before: status })}>
                Close
              </Button>
            )}
            {status === 'spam' ? (
              <Button size="small" onClick={() => settling.mutate({ status: 'new', before: status })}>
                No spam
              </Button>
            ) : (
              <Button size="small" look="quiet" onClick={() => settling.mutate({ status: 'spam', before: status })}>
                Spam
              </Button>
            )}
            <Button size="small" look="dangerQuiet" aria-label={`Delete: ${who}`} onClick={() => setIsRemoving(true)}>
              Delete
            </Button>
          </div>
        )}
      </div>
      <LeadNote lead={lead} mayChange={mayChange} />
      <details className="text-sm text-quiet">
        <summary className="w-fit cursor-pointer">Consent</summary>
        <p dir="auto" className="pt-1 wrap-anywhere whitespace-pre-line">
          {lead.consentText}
        </p>
        <p>
          <Time at={lead.consentedAt} />
        </p>
      </details>
      {isRemoving && (
        <ConfirmDialog
          title="Delete this lead?"
          confirmLabel="Delete"
          isDangerous
          act={() => removeLead(storeId, galleryId, id)}
          onDone={() => {
            toast('Deleted')
            void client.invalidateQueries({ queryKey: galleriesKey(storeId) })
          }}
          onClose={() => setIsRemoving(false)}
        >
          <p dir="auto" className="font-medium wrap-anywhere">
            {who}
          </p>
          <p>The message and your note will be deleted. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
