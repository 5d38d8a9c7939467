import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../../api/account/account.ts'
import { formatMoment } from '../../../components/values/dates.ts'
import { clientName } from '../security/client-name.ts'
import { formatAction, formatActor } from './entry-texts.ts'
import { termOf, terms } from './terms.ts'

type Props = { entry: AuditEntry; store: string | undefined }

export function Entry({ entry, store }: Props) {
  return (
    <div className="grid gap-1 text-left">
      <p className="break-words">
        <span className="font-semibold">{formatActor(entry.actor)}</span> {formatAction(entry, store ?? 'a store')}
      </p>
      <details className="text-xs text-quiet">
        <summary className="w-fit cursor-pointer rounded select-none hover:text-text">Details</summary>
        <dl className="mt-2 mb-1 grid max-w-[40rem] grid-cols-[auto_1fr] gap-x-4 gap-y-1 wrap-anywhere">
          <Fact name="When">{formatMoment(entry.at)}</Fact>
          {entry.address && <Fact name="From">{entry.address}</Fact>}
          {entry.userAgent && (
            <Fact name="With">
              <span title={entry.userAgent}>{clientName(entry.userAgent)}</span>
            </Fact>
          )}
          {store && <Fact name="Store">{store}</Fact>}
          {entry.target?.id && (
            <Fact name="About">
              <About {...entry} />
            </Fact>
          )}
          {Object.entries(entry.details ?? {}).map(([name, value]) => {
            const text = formatValue(name, value)
            return (
              text && (
                <Fact key={name} name={capitalized(termOf(name))}>
                  {text}
                </Fact>
              )
            )
          })}
          <Fact name="Action">
            <code className="font-mono">{entry.action}</code>
          </Fact>
        </dl>
      </details>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-text">{children}</dd>
    </>
  )
}

function About({ target, storeEnvId, action }: AuditEntry) {
  const id = target?.id ?? ''
  const type = target?.type.replaceAll('_', ' ')
  const params = { storeId: storeEnvId ?? '' }
  const look = 'text-accent underline'
  if (storeEnvId && target?.type === 'review' && action !== 'review.deleted')
    return (
      <Link to="/stores/$storeId/reviews/$reviewId" params={{ ...params, reviewId: id }} className={look}>
        The review
      </Link>
    )
  if (storeEnvId && target?.type === 'order' && action !== 'order.deleted')
    return (
      <Link to="/stores/$storeId/orders/$orderId" params={{ ...params, orderId: id }} className={look}>
        The order
      </Link>
    )
  if (storeEnvId && target?.type === 'import')
    return (
      <Link to="/stores/$storeId/imports/$importId" params={{ ...params, importId: id }} className={look}>
        The import
      </Link>
    )
  return `${type} ${id}`
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((each) => formatValue(name, each)).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, each]) => `${termOf(key)}: ${formatValue(key, each)}`)
      .join('; ')
  const text = String(value)
  return (holdsCodes.test(name) ? terms[text] : undefined) ?? text
}

/** These fields contain codes of the service. Other fields may contain text that a person typed. */
const holdsCodes = /^(status|was|reason|mode|frequency|decision|fields|changed)$/

const capitalized = (text: string) => text.replace(/^./u, (first) => first.toLocaleUpperCase())
