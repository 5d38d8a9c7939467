// What an area says of itself, in one record that entry puts into its list. The kernel names no area: features, codes,
// constraints and whose data is where are all learnt from here.
import type { TObject } from 'typebox'
import { type AuditAction, kernelAuditActions } from '../audit/audit-actions.ts'
import type { Operation } from '../calls/operation.ts'
import type { StoreTx } from '../db/db.ts'
import type { Job } from '../jobs/jobs.ts'
import type { PageRoute } from '../pages/page-route.ts'
import { type AppError, kernelStatuses } from '../values/errors.ts'
import type { ArchivedTable } from './archive.ts'
import type { Contribution } from './contributions.ts'
import type { EventKind, Subscriber } from './events.ts'
import type { PersonalData } from './personal-data.ts'
import type { SealedColumn } from './sealed-columns.ts'

export type Area = {
  /** The folder below `resources/`. */
  name: string
  /** The first segments of its paths that a key can be narrowed to; by default its name. */
  scopes?: readonly string[]
  /** Where a merchant finds it in the admin application, below the store. */
  adminPages?: readonly string[]
  operations?: Declared<Operation>
  /** What people open in a browser, outside the API. */
  pages?: Declared<PageRoute>
  jobs?: Declared<Job>
  /** What it publishes for webhooks. */
  events?: readonly EventKind<TObject>[]
  /** Whose events it hears. Those of all areas are called in the order of the list. */
  subscribers?: Declared<Subscriber>
  /** What it declares for another area: its kinds of mail, for example. */
  contributions?: readonly Contribution[]
  /** What a plan may or may not include, with the least plan that does. */
  features?: Readonly<Record<string, string>>
  /** What a store has of a feature, so that it can be told what a lower plan would leave unchangeable. */
  uses?: Readonly<Record<string, FeatureUse>>
  /** The codes of its refusals, with their status. */
  errors?: Readonly<Record<string, number>>
  /** What running into one of its constraints means to a caller. */
  constraints?: Constraints
  /** Columns that `evident rotate-secret` seals anew. */
  sealed?: readonly SealedColumn[]
  /** Its acts in the audit log, which it also adds to `AuditActions`. */
  auditActions?: readonly AuditAction[]
  /** What it holds of the people who buy and write. */
  personalData?: PersonalData
  /** What of it the archive of a store holds. */
  archive?: readonly ArchivedTable[]
}

/** A function where it depends on what all areas declare, such as the list of features. */
type Declared<T> = readonly T[] | ((all: Areas) => readonly T[])

/** `what` it counts, in the plural, such as `webhooks`. */
export type FeatureUse = { what: string; count(tx: StoreTx): Promise<number> }

export type Constraints = Readonly<Record<string, () => AppError>>

/** What all areas together declare. */
export type Areas = {
  operations: readonly Operation[]
  pages: readonly PageRoute[]
  jobs: readonly Job[]
  events: readonly EventKind[]
  subscribers: readonly Subscriber[]
  contributions: readonly Contribution[]
  features: Readonly<Record<string, string>>
  uses: Readonly<Record<string, FeatureUse>>
  /** Status by code, the kernel's own too. */
  statuses: Readonly<Record<string, number>>
  constraints: Constraints
  sealed: readonly SealedColumn[]
  auditActions: readonly AuditAction[]
  /** In the order of the list, in which people are forgotten. */
  personalData: readonly PersonalData[]
  /** By area, those that have nothing left out. */
  archive: readonly AreaArchive[]
  scopes: { served: readonly string[]; coming: readonly string[] }
}

export type AreaArchive = { area: string; tables: readonly ArchivedTable[] }

/** `coming` are promised by the API and served by no version yet: a key can be narrowed to them already. */
export function composeAreas(served: readonly Area[], coming: readonly Area[]): Areas {
  const all = [...served, ...coming]
  const scopesOf = (areas: readonly Area[]) => areas.flatMap(({ name, scopes = [name] }) => scopes)
  const declared = {
    events: all.flatMap(({ events = [] }) => events) as unknown as readonly EventKind[],
    contributions: served.flatMap(({ contributions = [] }) => contributions),
    features: merged('feature', all, ({ features }) => features),
    uses: merged('use of a feature', served, ({ uses }) => uses),
    statuses: merged('error code', [{ errors: kernelStatuses }, ...all], ({ errors }) => errors),
    constraints: merged('constraint', served, ({ constraints }) => constraints),
    sealed: served.flatMap(({ sealed }) => sealed ?? []),
    auditActions: [...kernelAuditActions, ...served.flatMap(({ auditActions = [] }) => auditActions)],
    personalData: served.flatMap(({ personalData }) => personalData ?? []),
    archive: served.flatMap(({ name: area, archive: tables }) => (tables ? [{ area, tables }] : [])),
    scopes: { served: scopesOf(served), coming: scopesOf(coming) },
  }
  const operations: Operation[] = []
  const pages: PageRoute[] = []
  const jobs: Job[] = []
  const subscribers: Subscriber[] = []
  const composed: Areas = { ...declared, operations, pages, jobs, subscribers }
  const read = <T>(own: Declared<T> = []) => (typeof own === 'function' ? own(composed) : own)
  for (const area of served) {
    operations.push(...read(area.operations))
    pages.push(...read(area.pages))
    jobs.push(...read(area.jobs))
    subscribers.push(...read(area.subscribers))
  }
  refuseTwice(
    'area',
    all.map(({ name }) => name),
  )
  refuseTwice('scope', scopesOf(all))
  refuseTwice(
    'operation',
    [...operations, ...pages].map(({ id }) => id),
  )
  refuseTwice(
    'route',
    [...operations, ...pages].map(({ method, path }) => `${method} ${path}`),
  )
  refuseTwice(
    'job',
    jobs.map(({ id }) => id),
  )
  refuseTwice(
    'event',
    declared.events.map(({ name }) => name),
  )
  refuseTwice('audit action', declared.auditActions)
  const unknownUse = Object.keys(declared.uses).find((feature) => !(feature in declared.features))
  if (unknownUse) throw new Error(`What is used of ${unknownUse} is counted, which is no feature of any area.`)
  for (const { id, plan, errors = [] } of operations) {
    if (plan && !(plan in declared.features))
      throw new Error(`${id} needs the feature ${plan}, which no area declares.`)
    const unknown = errors.find((code: string) => !(code in declared.statuses))
    if (unknown) throw new Error(`${id} answers ${unknown}, which no area declares.`)
  }
  return composed
}

function merged<A, T>(what: string, all: readonly A[], of: (area: A) => Readonly<Record<string, T>> | undefined) {
  const entries = all.flatMap((area) => Object.entries(of(area) ?? {}))
  refuseTwice(
    what,
    entries.map(([name]) => name),
  )
  return Object.fromEntries(entries) as Readonly<Record<string, T>>
}

function refuseTwice(what: string, names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw new Error(`Two ${what}s are named ${twice}.`)
}
