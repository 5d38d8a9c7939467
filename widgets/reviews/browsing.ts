// Loaded in parallel with the reviews. Shared code is passed in, because a chunk that imports it would load a bundle twice.
import type { Sort } from '../wire.ts'
import looks from './browsing.css?inline'
import type { Kit } from './browsing-kit.ts'
import { textsIn } from './browsing-texts.ts'
import type { createFilters } from './filters.ts'
import type { Browsing, Node, View } from './view-types.ts'
import { createVotes } from './votes.ts'
import type { Words } from './words.ts'

export { looks }

const funnel = 'M4 6h16M7 12h10m-7 6h4'
const camera = 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zm8 2a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8'
const thumb = 'M7 10.5 11 3c1.7.2 2.4 1.4 2 3l-.7 3.2H19l-1.6 9.3H7m0-8v8H3.5v-8z'
const longestSearch = 100
/** With fewer reviews, reading is faster than searching. */
const searchableFrom = 6

export async function browse(kit: Kit): Promise<Browsing> {
  const { h, icon, shop, subject, labels, changed, extend } = kit
  const { fill, language } = labels
  const texts = textsIn(language)
  // If this chunk fails to load, texts for products are shown.
  if (subject.subject)
    await import('./shop-words.ts').then(
      ({ wordForShop }) => wordForShop(labels),
      () => {},
    )
  const votes = createVotes(shop, changed)
  // The chunk is small and optional, so a failure to load it needs no message.
  const seeking = /^#evident-review-/.test(location.hash) && import('./seek.ts')

  let panel: ReturnType<typeof createFilters> | undefined
  const openFilters = async () => {
    const { createFilters } = await import('./filters.ts')
    panel ??= createFilters(kit)
    panel.toggle()
  }

  // Few shops need this chunk, so it has all languages. If it fails to load, visitors read the original.
  let words: Words | undefined
  let isWanted = false
  const want = (is: unknown) => {
    if (!is || isWanted) return
    isWanted = true
    import('./words.ts').then(
      ({ createWords }) => {
        words = createWords(kit)
        changed()
      },
      () => {},
    )
  }
  const { averages, answers } = extend({ h, fill, texts })

  const chip = (isOn: boolean, onClick: (event: Event) => void, inside: (Node | string)[]) =>
    h('button', { type: 'button', class: 'chip', 'aria-pressed': isOn, onClick }, inside)

  const search = ({ state, act }: View) =>
    h(
      'form',
      {
        role: 'search',
        onSubmit: (event: SubmitEvent) => {
          event.preventDefault()
          const { value } = (event.currentTarget as HTMLFormElement).elements[0] as HTMLInputElement
          act.choose({ q: value.trim() || null })
        },
      },
      h('input', {
        type: 'search',
        'aria-label': texts.search,
        placeholder: texts.search,
        maxLength: longestSearch,
        enterKeyHint: 'search',
        dir: 'auto',
        // A field that becomes empty, also by its clear button, ends the search.
        onInput: (event: Event) => {
          if (state.options.q && !(event.target as HTMLInputElement).value) act.choose({ q: null })
        },
      }),
    )

  return {
    controls(view) {
      if (seeking)
        seeking.then(
          ({ seek }) => seek(view),
          () => {},
        )
      const { state, labels, act } = view
      const { rating, hasPhotos, sort, q } = state.options
      const withdraw = ({ currentTarget }: Event) => {
        // The button is about to be removed, so the focus moves first.
        ;((currentTarget as Element).previousSibling as HTMLElement).focus()
        act.choose({ rating: null })
      }
      const sorts: Record<Sort, string> = { ...labels.sorts, helpful: texts.mostHelpful }
      const isOpen = !!panel?.isOpen()
      return h(
        'div',
        { class: 'controls' },
        ((state.summary?.count ?? 0) > 1 || isOpen) &&
          h(
            'button',
            {
              type: 'button',
              class: 'chip',
              'aria-expanded': isOpen,
              onClick: () => {
                act.release()
                openFilters().catch(() => {})
              },
            },
            icon(funnel),
            texts.filter,
          ),
        chip(!!hasPhotos, () => act.choose({ hasPhotos: !hasPhotos }), [icon(camera), labels.withPhotos]),
        rating && chip(true, withdraw, [labels.starred(labels.number(rating)), ' ×']),
        h(
          'select',
          {
            'aria-label': labels.sort,
            value: sort,
            onChange: (event: Event) => act.choose({ sort: (event.target as HTMLSelectElement).value as Sort }),
          },
          Object.entries(sorts).map(([value, name]) => h('option', { key: value, value }, name)),
        ),
        ((state.summary?.count ?? 0) >= searchableFrom || q) && search(view),
        panel?.draw(view, texts.filter),
      )
    },
    averages(view) {
      want(view.state.config?.digest && subject.platformProductId)
      return [...averages(view), words?.digest(view) ?? false]
    },
    worded(review) {
      want(review.translation)
      return words?.shown(review) ?? review
    },
    answers: (review, labels) => [words?.note(review) ?? false, answers(review, labels)],
    voting(review, labels) {
      const { isMine, count } = votes.of(review)
      const n = labels.number(count)
      return h(
        'button',
        {
          type: 'button',
          class: 'vote',
          'aria-pressed': isMine,
          'aria-label': fill(texts.helpfulTo, { n }),
          onClick: () => void votes.toggle(review),
        },
        icon(thumb),
        texts.helpful,
        count > 0 && h('span', null, n),
      )
    },
  }
}
