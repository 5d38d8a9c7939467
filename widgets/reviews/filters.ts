// Loaded when a visitor opens the filters. Shared code is passed in, because a chunk that imports it would load a bundle twice.
import type { ReviewFilters } from '../wire.ts'
import type { Kit } from './browsing-kit.ts'
import type { ListOptions } from './feed.ts'
import looks from './filters.css?inline'
import { textsIn } from './filters-texts.ts'
import type { Node, View } from './view-types.ts'

type Option = { value: string; name: string; count: number }

export type Filters = { isOpen(): boolean; toggle(): void; draw(view: View, name: string): Node | false }

export function createFilters({ h, read, shop, subject, labels: { language }, changed, wear }: Kit): Filters {
  wear(looks)
  const texts = textsIn(language)
  const names = new Intl.DisplayNames(language, { type: 'language' })
  let isOpen = false
  let found: ReviewFilters | undefined
  let hasFailed = false
  let isAsked = false

  const load = async (pool: string | null) => {
    hasFailed = false
    try {
      found ??= await read<ReviewFilters>(shop, 'review-filters', { ...subject, pool })
    } catch {
      hasFailed = true
    }
    changed()
  }

  const field = (
    name: string,
    chosen: string | undefined,
    options: readonly Option[],
    choose: (value: string) => void,
  ) =>
    options.length > 0 &&
    h(
      'label',
      { key: name },
      h('span', { dir: 'auto' }, name),
      h(
        'select',
        { value: chosen ?? '', onChange: (event: Event) => choose((event.target as HTMLSelectElement).value) },
        h('option', { value: '' }, texts.any),
        options.map(({ value, name, count }) => h('option', { key: value, value }, `${name} (${count})`)),
      ),
    )

  const fields = ({ state, labels, act }: View, { locales, attributes, variants, verified, count }: ReviewFilters) => {
    const { options } = state
    const choose = (change: Partial<ListOptions>) => act.choose(change)
    const chosen = (id: string) => options.answers?.find((each) => each.startsWith(id))
    const answer = (id: string, value: string) => {
      const answers = (options.answers ?? []).filter((each) => !each.startsWith(id)).concat(value || [])
      choose({ answers: answers[0] ? answers : null })
    }
    return [
      field(
        texts.variant,
        options.platformVariantId ?? undefined,
        variants.map(({ platformVariantId, title, count }) => ({ value: platformVariantId, name: title, count })),
        (value) => choose({ platformVariantId: value || null }),
      ),
      attributes.map(({ id, kind, label, values }) =>
        field(
          label,
          chosen(id),
          values.map(({ value, label, count }) => {
            const number = labels.number(value)
            return {
              value: `${id}:${value}`,
              name: kind === 'choice' ? (label ?? number) : label ? `${number} – ${label}` : number,
              count,
            }
          }),
          (value) => answer(id, value),
        ),
      ),
      locales.length > 1 &&
        field(
          texts.language,
          options.locale ?? undefined,
          locales.map(({ locale, count }) => ({
            value: locale,
            name: locale === 'und' ? texts.unknown : (names.of(locale) ?? locale),
            count,
          })),
          (value) => choose({ locale: value || null }),
        ),
      verified > 0 &&
        verified < count &&
        h(
          'label',
          { key: 'verified', class: 'verified' },
          h('input', {
            type: 'checkbox',
            checked: !!options.verified,
            onChange: (event: Event) => choose({ verified: (event.target as HTMLInputElement).checked }),
          }),
          labels.verified,
        ),
    ]
      .flat()
      .filter(Boolean)
  }

  return {
    isOpen: () => isOpen,
    toggle() {
      isOpen = !isOpen
      isAsked = false
      changed()
    },
    draw(view, name) {
      const { labels, act } = view
      if (!isOpen) return false
      if (!isAsked) void load(view.state.options.pool ?? null)
      isAsked = true
      const clear = () =>
        act.choose({
          answers: null,
          locale: null,
          platformVariantId: null,
          verified: false,
          rating: null,
          hasPhotos: false,
        })
      const retry = () => {
        isAsked = false
        changed()
      }
      const shown = found ? fields(view, found) : []
      const inside = found
        ? shown.length > 0
          ? [shown, h('button', { type: 'button', class: 'plain', key: 'clear', onClick: clear }, texts.clear)]
          : h('p', { role: 'status' }, texts.none)
        : hasFailed
          ? [
              h('p', { role: 'alert' }, labels.failed),
              h('button', { type: 'button', class: 'plain', onClick: retry }, labels.retry),
            ]
          : h('p', { role: 'status' }, labels.loading)
      return h('div', { class: 'filters', role: 'group', 'aria-label': name }, inside)
    },
  }
}
