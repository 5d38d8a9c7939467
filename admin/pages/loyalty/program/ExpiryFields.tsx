import { useQuery } from '@tanstack/react-query'
import { type ExpiryPreview, expiryPreviewQuery } from '../../../api/loyalty.ts'
import { Switch } from '../../../components/forms/Choice.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { NumberField } from '../../../components/forms/NumberField.tsx'
import { useSettled } from '../../../components/forms/use-settled.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { dayOf, monthName, startOfDay } from '../days.ts'
import { pointsText } from '../labels.ts'
import type { FieldsProps } from './program-form.ts'

export function ExpiryFields({ values: { expiry, timezone }, set, error }: FieldsProps) {
  return (
    <div className="grid gap-5">
      <Switch
        label="Points expire"
        hint="The oldest points are spent and expire first."
        isOn={expiry.enabled}
        onChange={(enabled) => set({ expiry: { ...expiry, enabled } })}
      />
      {expiry.enabled && (
        <>
          <div className="grid gap-5 pl-11.5 sm:grid-cols-2">
            <NumberField
              label="Expire after"
              unit="days"
              min={1}
              max={3650}
              value={expiry.days}
              error={error('/expiry/days')}
              onChange={(days) => set({ expiry: { ...expiry, days } })}
            />
            <TextField
              label="Start date"
              type="date"
              hint="Earlier points count as earned on this date. Leave blank to use the day you switch expiry on."
              value={expiry.startsAt === null ? '' : dayOf(expiry.startsAt, timezone)}
              error={error('/expiry/startsAt')}
              onChange={(event) =>
                set({ expiry: { ...expiry, startsAt: startOfDay(event.target.value, timezone) ?? null } })
              }
            />
          </div>
          <Preview days={expiry.days} startsAt={expiry.startsAt} />
        </>
      )}
    </div>
  )
}

function Preview(chosen: { days: number; startsAt: string | null }) {
  const { days, startsAt } = useSettled(chosen)
  const isSound = Number.isInteger(days) && days >= 1 && days <= 3650
  const query = useQuery({
    ...expiryPreviewQuery(useStoreId(), { days, ...(startsAt !== null && { startsAt }) }),
    enabled: isSound,
  })
  if (!isSound) return null
  return (
    <section aria-label="Lapsing points" className="rounded-lg bg-sunken p-4 text-sm">
      <Loaded query={query} rows={2}>
        {(preview) => <Lapsing preview={preview} />}
      </Loaded>
    </section>
  )
}

function Lapsing({ preview: { members, points, months, complete } }: { preview: ExpiryPreview }) {
  if (members === 0) return <p>No points would expire within a year, if nobody earned or spent any.</p>
  const most = Math.max(...months.map((month) => month.points))
  return (
    <div className="grid gap-3">
      <p>
        Within a year <strong>{pointsText(points)}</strong> of{' '}
        <strong>{members === 1 ? 'one member' : `${members.toLocaleString(shownLocale)} members`}</strong> would lapse,
        if nobody earned or spent anything.
        {!complete && ' Only some members are counted.'}
      </p>
      <dl className="grid gap-2">
        {months.map((month) => (
          <div key={month.month} className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-3">
            <dt className="text-quiet">{monthName(month.month)}</dt>
            <dd aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-plain-wash">
              <div className="h-full rounded-full bg-warn" style={{ width: `${(month.points / most) * 100}%` }} />
            </dd>
            <dd className="text-right tabular-nums">
              {pointsText(month.points)}
              <span className="text-quiet">
                {month.members === 1
                  ? ' from one member'
                  : ` from ${month.members.toLocaleString(shownLocale)} members`}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
