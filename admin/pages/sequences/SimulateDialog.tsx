import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Sequence, type Simulation, simulationQuery } from '../../api/mail/sequences.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loading } from '../../components/EmptyState.tsx'
import { Notice } from '../../components/Notice.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonText } from './names.ts'
import { OrderPicker } from './OrderPicker.tsx'

export function SimulateDialog({ sequence, onClose }: { sequence: Sequence; onClose(): void }) {
  const [orderId, setOrderId] = useState('')
  return (
    <Dialog title="Try it with an order" size="wide" onClose={onClose}>
      <p className="text-sm text-quiet">Uses current data and the saved sequence. Sends nothing.</p>
      <OrderPicker label="Order" value={orderId} onChange={setOrderId} />
      {orderId !== '' && <Result key={orderId} sequence={sequence} orderId={orderId} />}
    </Dialog>
  )
}

function Result({ sequence, orderId }: { sequence: Sequence; orderId: string }) {
  const { data, error } = useQuery(simulationQuery(useStoreId(), sequence.id, orderId))
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!data) return <Loading rows={4} />
  return (
    <div className="grid gap-4">
      <Notice tone={data.starts ? 'good' : 'warn'}>
        {data.why} {data.isAssumed && 'Shown as if it happened now.'}
      </Notice>
      <ol className="grid gap-3">
        {data.steps.map((step) => (
          <li key={step.step} className="grid gap-1 rounded-lg border border-line p-3 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              <Badge tone={outcomes[step.outcome][1]}>{outcomes[step.outcome][0]}</Badge>
              {step.at && <time dateTime={step.at}>{formatMoment(step.at)}</time>}
            </span>
            {step.subject && (
              <span dir="auto" className="font-medium wrap-anywhere">
                {step.subject}
              </span>
            )}
            <span className="text-quiet">{step.why}</span>
          </li>
        ))}
      </ol>
      {data.end && (
        <p className="text-sm text-quiet">
          {data.end.reason === null ? 'Completed' : `It ends (${reasonText(data.end.reason)})`}:{' '}
          <time dateTime={data.end.at}>{formatMoment(data.end.at)}</time>
        </p>
      )}
    </div>
  )
}

const outcomes: Record<Simulation['steps'][number]['outcome'], [string, Tone]> = {
  waits: ['Waits', 'plain'],
  sends: ['Sends', 'good'],
  holds: ['Continues', 'accent'],
  skips_next: ['Skips the next step', 'warn'],
  exits: ['Ends', 'warn'],
  skipped: ['Left out', 'plain'],
  missed: ['Missed', 'warn'],
  not_reached: ['Not reached', 'plain'],
}
