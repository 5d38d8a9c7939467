import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type OrderPreview, orderPreviewQuery } from '../../../api/loyalty.ts'
import { TextField } from '../../../components/forms/Field.tsx'
import { useSettled } from '../../../components/forms/use-settled.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { formatDay } from '../../../components/values/dates.ts'
import { Money } from '../../../components/values/Money.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { pointsText } from '../labels.ts'
import type { ProgramValues } from './program-form.ts'

const isAmount = (text: string) => /^\d{1,15}(\.\d{1,6})?$/.test(text)

export function ExampleCard({ values }: { values: ProgramValues }) {
  const [total, setTotal] = useState('120.00')
  const [refunded, setRefunded] = useState('30.00')
  const { pointsPerUnit, holdDays, expiry } = values
  const wanted = { total, refunded, pointsPerUnit, holdDays, days: expiry.enabled ? expiry.days : null }
  const asked = useSettled(wanted)
  return (
    <Card title="An example">
      <div className="grid gap-4 p-5 pt-3">
        <div className="grid grid-cols-2 gap-4">
          <AmountField label="An order of" value={total} onChange={setTotal} />
          <AmountField label="Amount refunded" value={refunded} onChange={setRefunded} />
        </div>
        <div aria-live="polite">
          {isAsked(asked) ? (
            <Example asked={asked} currency={values.currency} />
          ) : (
            <p className="text-sm text-quiet">Enter amounts with a point, such as 120.50.</p>
          )}
        </div>
      </div>
    </Card>
  )
}

type ExampleOrder = { total: string; refunded: string; pointsPerUnit: number; holdDays: number; days: number | null }

function isAsked({ total, refunded, pointsPerUnit, holdDays, days }: ExampleOrder): boolean {
  const isWithin = (value: number | null, least: number, most: number) =>
    value !== null && Number.isFinite(value) && value >= least && value <= most
  return (
    isAmount(total) &&
    isAmount(refunded) &&
    isWithin(pointsPerUnit, 0, 1000) &&
    isWithin(holdDays, 0, 365) &&
    (days === null || isWithin(days, 1, 3650))
  )
}

function AmountField({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={22}
      className="tabular-nums"
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  )
}

function Example({ asked, currency }: { asked: ExampleOrder; currency: string | null }) {
  const storeId = useStoreId()
  const { total, refunded, pointsPerUnit, holdDays, days } = asked
  const terms = { pointsPerUnit, holdDays, ...(days !== null && { expiryDays: days }) }
  const whole = useQuery(orderPreviewQuery(storeId, { total, ...terms }))
  const less = useQuery(orderPreviewQuery(storeId, { total, refundedTotal: refunded, ...terms }))
  return (
    <Loaded query={whole} rows={2}>
      {(earned) => (
        <div className="grid gap-3 text-sm">
          <p>
            <span className="block text-xl font-semibold tabular-nums">{pointsText(earned.points)}</span>
            for <Money amount={total} currency={currency} />
            {holdDays > 0
              ? `. They can be spent from ${formatDay(earned.maturesAt)} on`
              : '. They can be spent immediately'}
            {days !== null && earned.lapsesAt ? `, until the end of ${formatDay(earned.lapsesAt)}` : ''}.
          </p>
          {less.data && Number(refunded) > 0 && (
            <Refunded earned={earned} left={less.data} refunded={refunded} currency={currency} />
          )}
        </div>
      )}
    </Loaded>
  )
}

type RefundedProps = { earned: OrderPreview; left: OrderPreview; refunded: string; currency: string | null }

function Refunded({ earned, left, refunded, currency }: RefundedProps) {
  return (
    <p className="border-t border-line pt-3">
      Once <Money amount={refunded} currency={currency} /> of it is refunded, the order is worth{' '}
      <strong>{pointsText(left.points)}</strong>, and the journal gets one line of{' '}
      <span className="font-medium tabular-nums">−{(earned.points - left.points).toLocaleString(shownLocale)}</span>. A
      member who has spent all points goes below 0, and the next points pay this off.
    </p>
  )
}
