// The kernel names no area: it learns features, codes, constraints and personal data from here.
import type { TObject } from 'typebox'
import { type AuditAction, kernelAuditActions } from '../audit/audit-actions.ts'
import type { Operation } from '../calls/operation.ts'
import type { StoreTx } from '../db/db.ts'
import type { Job } from '../jobs/jobs.ts'
import type { PageRoute } from '../pages/page-route.ts'
import { type AppError, kernelStatuses } from '../values/errors.ts'
import type { ArchivedTable, RetiredTable } from './archive.ts'
import type { Contribution } from './contributions.ts'
import type { EventKind, Subscriber } from './events.ts'
import type { PersonalData } from './personal-data.ts'
import type { SealedColumn } from './sealed-columns.ts'

export type Area = {
  name: string
  /** First path segments that a key can be narrowed to. Defaults to the area's name. */
  scopes?: readonly string[]
  /** Paths of the area's pages in the admin application, below the store. */
  adminPages?: readonly string[]
  operations?: Declaration<Operation>
  pages?: Declaration<PageRoute>
  jobs?: Declaration<Job>
  events?: readonly EventKind<TObject>[]
  /** Subscribers of all areas are called in list order. */
  subscribers?: Declaration<Subscriber>
  /** Declarations for other areas, such as kinds of mail. */
  contributions?: readonly Contribution[]
  /** Plan features, each with the lowest plan that includes it. */
  features?: Readonly<Record<string, string>>
  /** Counts a store's rows of a feature, to warn before a lower plan makes them read-only. */
  uses?: Readonly<Record<string, FeatureUse>>
  errors?: Readonly<Record<string, number>>
  constraints?: Constraints
  /** Columns that `evident rotate-secret` encrypts again. */
  sealed?: readonly SealedColumn[]
  /** The area's actions in the audit log, also added to `AuditActions`. */
  auditActions?: readonly AuditAction[]
  personalData?: PersonalData
  archive?: readonly ArchivedTable[]
  retiredTables?: readonly RetiredTable[]
}

/** A declaration is a function if its value depends on all areas, such as the list of features. */
type Declaration<T> = readonly T[] | ((all: Areas) => readonly T[])

/** `what` names the counted things in the plural, such as `webhooks`. */
export type FeatureUse = { what: string; count(tx: StoreTx): Promise<number> }

export type Constraints = Readonly<Record<string, () => AppError>>

export type Areas = {
  operations: readonly Operation[]
  pages: readonly PageRoute[]
  jobs: readonly Job[]
  events: readonly EventKind[]
  subscribers: readonly Subscriber[]
  contributions: readonly Contribution[]
  features: Readonly<Record<string, string>>
  uses: Readonly<Record<string, FeatureUse>>
  /** HTTP status of each error code, including the kernel's codes. */
  statuses: Readonly<Record<string, number>>
  constraints: Constraints
  sealed: readonly SealedColumn[]
  auditActions: readonly AuditAction[]
  /** The areas' declarations in list order, which is the order of erasure. */
  personalData: readonly PersonalData[]
  /** Archives by area. Areas that archive nothing are omitted. */
  archive: readonly AreaArchive[]
  scopes: { served: readonly string[]; coming: readonly string[] }
}

export type AreaArchive = { area: string; tables: readonly ArchivedTable[]; retired?: readonly RetiredTable[] }

/** `coming` areas are announced in the API but not served yet. A key's scopes can already name them. */
export function composeAreas(served: readonly Area[], coming: readonly Area[]): Areas {
  const all = [...served, ...coming]
  const listScopes = (areas: readonly Area[]) => areas.flatMap(({ name, scopes = [name] }) => scopes)
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
    archive: served.flatMap(({ name: area, archive: tables, retiredTables: retired = [] }) =>
      tables ? [{ area, tables, retired }] : [],
    ),
    scopes: { served: listScopes(served), coming: listScopes(coming) },
  }
  const operations: Operation[] = []
  const pages: PageRoute[] = []
  const jobs: Job[] = []
  const subscribers: Subscriber[] = []
  const composed: Areas = { ...declared, operations, pages, jobs, subscribers }
  const read = <T>(own: Declaration<T> = []) => (typeof own === 'function' ? own(composed) : own)
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
  refuseTwice('scope', listScopes(all))
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
  if (unknownUse) throw new Error(`The use of ${unknownUse} is counted, but no area declares this feature.`)
  for (const {
    id,
    plan: { feature },
    output: { errors = [] },
  } of operations) {
    if (feature && !(feature in declared.features))
      throw new Error(`${id} needs the feature ${feature}, which no area declares.`)
    const unknown = errors.find((code: string) => !(code in declared.statuses))
    if (unknown) throw new Error(`${id} returns ${unknown}, which no area declares.`)
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
