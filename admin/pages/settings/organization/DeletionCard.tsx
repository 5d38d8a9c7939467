import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadArchive, exportAuditLog, storesQuery } from '../../../api/account/account.ts'
import type { Organization } from '../../../api/account/organization.ts'
import { Button, buttonClass } from '../../../components/Button.tsx'
import { SaveButton } from '../../../components/forms/SaveButton.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { formatMoment } from '../../../components/values/dates.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { UndoDeletion } from '../../../shell/UndoDeletion.tsx'
import { DeletionDialog } from './DeletionDialog.tsx'

type Props = { organization: Organization; withInvoices: boolean }

export function DeletionCard({ organization, withInvoices }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const { name, closing, deletesAt } = organization
  return (
    <Card title={`Delete ${name}`}>
      <div className="grid gap-5 px-5 pt-2 pb-5">
        {closing && deletesAt && (
          <Notice tone="warn">
            The deletion was requested. On {formatMoment(deletesAt)} everything is permanently deleted.
          </Notice>
        )}
        <ol className="grid max-w-[44rem] list-decimal gap-1.5 pl-5 text-sm">
          <li>
            <strong className="font-medium">Immediately</strong> nothing can be changed any more, by people or keys, and
            the storefront shows no reviews, no widgets and no form. Everything can be read and exported. Nothing new is
            charged.
          </li>
          <li>
            <strong className="font-medium">For 30 days</strong> any owner can undo it, and everything works as before.
          </li>
          <li>
            <strong className="font-medium">Then</strong> stores, reviews, orders, customers, keys, the audit log and
            the accounts of people who belong nowhere else are permanently deleted.
          </li>
        </ol>
        <TakeAlong organizationId={organization.id} withInvoices={withInvoices} />
        {closing ? (
          <UndoDeletion className="justify-self-start" />
        ) : (
          <Button look="danger" onClick={() => setIsAsking(true)} className="justify-self-start">
            Delete the organization …
          </Button>
        )}
      </div>
      {isAsking && <DeletionDialog name={name} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

function TakeAlong({ organizationId, withInvoices }: { organizationId: string; withInvoices: boolean }) {
  const storeId = useStoreId()
  const { data } = useSuspenseQuery(storesQuery)
  const stores = data.filter((each) => each.organizationId === organizationId)
  return (
    <section aria-labelledby="take-along" className="grid gap-2">
      <h3 id="take-along" className="text-sm font-medium">
        Export what you want to keep
      </h3>
      <ul className="flex flex-wrap gap-2">
        {stores.map(({ id, name }) => (
          <li key={id}>
            <SaveButton label={`Archive of ${name}`} fileName={`${name}.zip`} read={() => downloadArchive(id)} />
          </li>
        ))}
        <li>
          <SaveButton label="Audit log" fileName="audit-log.csv" read={() => exportAuditLog(storeId, '')} />
        </li>
        {withInvoices && (
          <li>
            <Link
              to="/stores/$storeId/settings/billing"
              params={{ storeId }}
              className={buttonClass('secondary', 'small')}
            >
              Invoices
            </Link>
          </li>
        )}
      </ul>
      <p className="max-w-[44rem] text-sm text-quiet">
        An archive has all of a store: products, orders, customers, reviews with their photos, points, settings. The
        guide says{' '}
        <a href="/docs/backups" target="_blank" rel="noopener" className="underline">
          what is in it
        </a>
        .
      </p>
    </section>
  )
}
