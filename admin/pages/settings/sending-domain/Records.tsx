import type { SendingDomain, SendingRecord } from '../../../api/mail/sending-domain.ts'
import { Badge, type Tone } from '../../../components/Badge.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { FoundValues } from '../../../components/forms/FoundValues.tsx'
import { recordNames, recordStatusNames } from './labels.ts'
import { noteText } from './notes.ts'

export function Records({ domain: { records } }: { domain: SendingDomain }) {
  const isOfSignature = ({ purpose }: SendingRecord) => purpose.startsWith('dkim')
  const isPublished = records.filter(isOfSignature).every(({ status, value }) => status === 'ok' || value === null)
  return (
    <>
      <Group
        title={isPublished ? 'Signature' : 'Record to publish'}
        intro="Enter the value as one line. Leave your domain out of the host if your DNS provider adds it automatically."
        records={records.filter(isOfSignature)}
      />
      <Group
        title="Good to have"
        intro="Not needed for your domain to be verified."
        records={records.filter((each) => !isOfSignature(each))}
      />
    </>
  )
}

function Group({ title, intro, records }: { title: string; intro: string; records: SendingRecord[] }) {
  if (records.length === 0) return null
  return (
    <section className="border-t border-line">
      <div className="grid gap-0.5 px-5 pt-4">
        <h3 className="font-semibold tracking-tight">{title}</h3>
        <p className="text-sm text-quiet">{intro}</p>
      </div>
      <ul className="divide-y divide-line">
        {records.map((record) => (
          <RecordItem key={`${record.purpose} ${record.host}`} record={record} />
        ))}
      </ul>
    </section>
  )
}

function RecordItem({ record }: { record: SendingRecord }) {
  const { purpose, type, host, value, status, found, required } = record
  const note = noteText(record)
  const name = recordNames[purpose]
  return (
    <li className="grid gap-3 p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="text-sm font-semibold">{name}</h4>
        <Badge>{type}</Badge>
        {required && <Badge tone="accent">Required</Badge>}
        <span className="ml-auto">
          <RecordStatus record={record} />
        </span>
      </div>
      <div className="grid gap-2 text-sm empty:hidden sm:grid-cols-[5rem_minmax(0,1fr)] sm:items-center">
        {value !== null && (
          <>
            <span className="text-quiet">Host</span>
            <CopyField label={`Host of ${name}`} value={host} />
            <span className="text-quiet">Value</span>
            <CopyField label={`Value of ${name}`} value={value} />
          </>
        )}
        {status !== 'ok' && <FoundValues values={found} />}
      </div>
      {note && <p className="text-sm text-quiet">{note}</p>}
    </li>
  )
}

function RecordStatus({ record: { status, required, purpose, value } }: { record: SendingRecord }) {
  if (value === null && status !== 'mismatch')
    return <Badge>{purpose === 'dkim_retired' ? 'No longer used' : 'Nothing to add'}</Badge>
  if (status === 'ok')
    return (
      <Badge tone="good" icon="check">
        {recordStatusNames.ok}
      </Badge>
    )
  const isNeeded = required || purpose === 'dkim_next'
  return <Badge tone={toneOf(status, isNeeded)}>{recordStatusNames[status]}</Badge>
}

function toneOf(status: SendingRecord['status'], isNeeded: boolean): Tone {
  if (status === 'mismatch') return isNeeded ? 'danger' : 'warn'
  return isNeeded ? 'warn' : 'plain'
}
