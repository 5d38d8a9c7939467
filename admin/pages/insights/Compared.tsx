import type { ReactNode } from 'react'
import { shownLocale } from '../../components/locale.ts'
import { Tile } from '../../components/Tile.tsx'
import { averageText } from '../../components/values/average.ts'
import { shareText, waitText } from './days.ts'

/** `before` is undefined if nothing is compared, null if the previous period has no data. */
type Props = { name: string; now: number | null; before: number | null | undefined; as?: Kind; note?: ReactNode }
type Kind = 'count' | 'average' | 'share' | 'wait'

export function Compared({ name, now, before, as = 'count', note }: Props) {
  const text = formatters[as]
  return (
    <Tile name={name}>
      {text(now)}
      {before !== undefined && (
        <Before>
          {before === null ? 'None before' : `${formatters[as](before)} before`}
          <Change text={before !== null && now !== null && changeText(as, now, before)} />
        </Before>
      )}
      {note && <Before>{note}</Before>}
    </Tile>
  )
}

export function Before({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal text-quiet">{children}</span>
}

function Change({ text }: { text: string | false }) {
  return (
    text && (
      <>
        {', '}
        <span className="font-medium whitespace-nowrap text-text">{text}</span>
      </>
    )
  )
}

const signed = new Intl.NumberFormat(shownLocale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const percent = new Intl.NumberFormat(shownLocale, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

const formatters: Record<Kind, (value: number | null) => string> = {
  count: (value) => (value ?? 0).toLocaleString(shownLocale),
  average: averageText,
  share: shareText,
  wait: waitText,
}

function changeText(as: Kind, now: number, before: number): string {
  if (as === 'wait' || (as === 'count' && before === 0)) return ''
  if (as === 'count') return withMinus(percent.format((now - before) / before))
  if (as === 'average') return withMinus(signed.format(now - before))
  return `${withMinus(signed.format(Math.round((now - before) * 100)))} pts`
}

const withMinus = (number: string) => number.replace('-', '\u2212')
