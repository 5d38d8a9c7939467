import { invalidField } from '#platform/values/errors.ts'
import { parseTag, readTranslations, someText, translationsText } from '#platform/values/translations.ts'
import {
  type Insertion,
  type NewPlacement,
  type PageType,
  type Placement,
  type PlacementChanges,
  type Status,
  type Translation,
  type Widget,
  widgetsOfShop,
} from './schema.ts'
import { findFault } from './selector.ts'

export type Rule = Placement['rule']

export type Content = {
  name: string
  widget: Widget
  pageType: PageType
  rule: Rule
  isGeneral: boolean
  selector: string
  insert: Insertion
  galleryId: string | null
  heading: string | null
  limit: number | null
  subject: 'shop' | null
  priority: number
  startsAt: string | null
  endsAt: string | null
  status: Status
  locale: string | null
  translations: Record<string, Translation>
}

export type PlacementRow = Content & {
  id: string
  publishedAt: string | null
  createdAt: string
  updatedAt: string
}

export const toPlacement = ({ isGeneral, galleryId, heading, limit, subject, ...row }: PlacementRow): Placement => ({
  ...row,
  appliesTo: isGeneral ? 'everything' : 'selected',
  settings: { galleryId, heading, limit, ...(subject && { subject }) },
})

const nothingSaid = {
  pageType: 'any',
  rule: { productIds: [], categoryIds: [], excludeProductIds: [] },
  isGeneral: true,
  insert: 'append',
  galleryId: null,
  heading: null,
  limit: null,
  subject: null,
  priority: 0,
  startsAt: null,
  endsAt: null,
  status: 'draft',
  locale: null,
  translations: {},
} satisfies Partial<Content>

export const toContent = (placement: NewPlacement): Content =>
  changedContent({ ...nothingSaid, name: placement.name, widget: placement.widget, selector: '' }, placement)

/**
 * Omitted fields are unchanged, also in `rule` and `settings`; lists and `translations` are replaced completely. Throws
 * 400 for an invalid result.
 */
export function changedContent(row: Content, changes: PlacementChanges): Content {
  const { settings = {}, rule: said = {} } = changes
  const rule: Rule = {
    productIds: said.productIds?.map(lowered) ?? row.rule.productIds,
    categoryIds: said.categoryIds?.map(lowered) ?? row.rule.categoryIds,
    excludeProductIds: said.excludeProductIds?.map(lowered) ?? row.rule.excludeProductIds,
  }
  const isPlaced = said.productIds !== undefined || said.categoryIds !== undefined
  const content: Content = {
    name: changes.name?.trim() ?? row.name,
    widget: changes.widget ?? row.widget,
    pageType: changes.pageType ?? row.pageType,
    rule,
    isGeneral: isPlaced ? rule.productIds.length + rule.categoryIds.length === 0 : row.isGeneral,
    selector: changes.selector?.trim() ?? row.selector,
    insert: changes.insert ?? row.insert,
    galleryId: settings.galleryId === undefined ? row.galleryId : (settings.galleryId?.toLowerCase() ?? null),
    heading: settings.heading === undefined ? row.heading : someText(settings.heading),
    limit: settings.limit === undefined ? row.limit : settings.limit,
    subject: settings.subject === undefined ? row.subject : settings.subject === 'shop' ? 'shop' : null,
    priority: changes.priority ?? row.priority,
    startsAt: changes.startsAt === undefined ? row.startsAt : normalizeInstant(changes.startsAt),
    endsAt: changes.endsAt === undefined ? row.endsAt : normalizeInstant(changes.endsAt),
    status: changes.status ?? row.status,
    locale:
      changes.locale == null ? (changes.locale === null ? null : row.locale) : parseTag(changes.locale, '/locale'),
    translations: changes.translations === undefined ? row.translations : readTranslations(changes.translations),
  }
  requireWhole(content)
  return content
}

function requireWhole({ selector, widget, galleryId, subject, startsAt, endsAt, status }: Content): void {
  const fault = findFault(selector)
  if (fault !== undefined) throw invalidField('/selector', fault)
  if (startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt))
    throw invalidField('/endsAt', 'must be later than startsAt')
  if (subject === 'shop' && !widgetsOfShop.includes(widget))
    throw invalidField('/settings/subject', `must be product for the widget ${widget}`)
  if (widget === 'gallery' && galleryId === null && status === 'published')
    throw invalidField('/settings/galleryId', 'must name the gallery before it can be published')
}

const lowered = (id: string): string => id.toLowerCase()

const normalizeInstant = (instant: string | null): string | null =>
  instant === null ? null : new Date(instant).toISOString()

const fields = [
  'name',
  'widget',
  'pageType',
  'isGeneral',
  'selector',
  'insert',
  'galleryId',
  'heading',
  'limit',
  'subject',
  'priority',
  'startsAt',
  'endsAt',
  'status',
  'locale',
] as const

export const isSame = (one: Content, other: Content): boolean =>
  fields.every((field) => one[field] === other[field]) &&
  isSameRule(one.rule, other.rule) &&
  translationsText(one.translations) === translationsText(other.translations)

export const isSameRule = (one: Rule, other: Rule): boolean =>
  (['productIds', 'categoryIds', 'excludeProductIds'] as const).every(
    (list) => [...one[list]].sort().join() === [...other[list]].sort().join(),
  )
