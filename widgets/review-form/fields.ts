import { h } from 'preact'
import { fill } from '../../locales/fill.ts'
import { starIcon } from './icons.ts'
import { type Field, formatProblem, isolated, lengthOf, type Problems, type Texts, type Values } from './model.ts'

export type View = {
  id: string
  texts: Texts
  values: Values
  problems: Problems
  set<K extends keyof Values>(name: K, value: Values[K]): void
}

export const input = (event: Event) => event.target as HTMLInputElement

/** The incentive is shown above the stars, so people know it before they choose a rating. */
export const incentiveNote = ({ text, terms }: { text: string; terms: string | null }) =>
  h('div', { class: 'ev-note', dir: 'auto' }, h('b', null, text), terms && h('p', { class: 'ev-hint' }, terms))

export function starsField(view: View) {
  const { id, texts, values, set } = view
  const one = (n: number) =>
    h(
      'label',
      { class: 'ev-star', title: texts.words[n - 1], key: n },
      h('input', {
        type: 'radio',
        name: 'rating',
        id: `${id}-star${n}`,
        value: n,
        required: true,
        checked: values.rating === n,
        onChange: () => set('rating', n),
      }),
      starIcon(),
      h('span', { class: 'ev-unseen' }, `${fill(texts.starsOf, { n })} – ${texts.words[n - 1]}`),
    )
  return h(
    'fieldset',
    { class: 'ev-field ev-rating', role: 'radiogroup', 'aria-required': true, ...describe(view, 'rating') },
    h('legend', null, texts.rating),
    h(
      'div',
      { class: 'ev-row' },
      h('div', { class: 'ev-stars' }, [1, 2, 3, 4, 5].map(one)),
      h('span', { class: 'ev-word', 'aria-hidden': 'true' }, texts.words[values.rating - 1] ?? ''),
    ),
    problem(view, 'rating'),
  )
}

type TextLook = { max?: number; hint?: string; isOptional?: true; complete?: string }

export function textField(
  view: View,
  name: 'title' | 'body' | 'authorName' | 'authorEmail',
  label: string,
  { max, hint, isOptional, complete = 'off' }: TextLook,
) {
  const { texts, values, set } = view
  const isEmail = name === 'authorEmail'
  const control = {
    id: `${view.id}-${name}`,
    name,
    value: values[name],
    required: !isOptional,
    dir: isEmail ? 'ltr' : 'auto',
    onInput: (event: Event) => set(name, input(event).value),
    ...describe(view, name, hint !== undefined),
  }
  return h(
    'div',
    { class: 'ev-field' },
    h(
      'div',
      { class: 'ev-row' },
      h('label', { for: control.id }, label, isOptional && optional(texts)),
      max && count(texts, max - lengthOf(values[name].trim())),
    ),
    hint && h('p', { class: 'ev-hint', id: `${control.id}-hint` }, hint),
    max
      ? h('textarea', { ...control, rows: 6 })
      : h('input', { ...control, type: isEmail ? 'email' : 'text', autocomplete: complete }),
    problem(view, name),
  )
}

export const optional = (texts: Texts) => h('span', { class: 'ev-soft' }, ` (${texts.optional})`)

const count = (texts: Texts, left: number) => {
  const isOver = left < 0
  // The counter appears only near the limit, because it helps nobody before.
  return (
    left < 500 &&
    h(
      'span',
      { class: `ev-count${isOver ? ' ev-over' : ''}` },
      fill(isOver ? texts.over : texts.left, { n: Math.abs(left) }),
    )
  )
}

export const consentField = (view: View, storeName: string, privacyUrl: string | null | undefined) =>
  h(
    'div',
    { class: 'ev-field' },
    h(
      'label',
      { class: 'ev-check' },
      h('input', {
        type: 'checkbox',
        name: 'consent',
        value: 'yes',
        checked: view.values.consent,
        required: true,
        onChange: (event: Event) => view.set('consent', input(event).checked),
        ...describe(view, 'consent'),
      }),
      h('span', null, fill(view.texts.consent, { store: isolated(storeName) })),
    ),
    privacyUrl && h('a', { href: privacyUrl }, view.texts.privacy),
    problem(view, 'consent'),
  )

/** The honeypot is positioned off the page, because bots detect hidden fields. */
export const honeypotField = ({ texts, values, set }: View) =>
  h(
    'div',
    { class: 'ev-trap', 'aria-hidden': 'true' },
    h(
      'label',
      null,
      texts.honeypotField,
      h('input', {
        type: 'text',
        name: 'homepage',
        tabIndex: -1,
        autocomplete: 'off',
        value: values.homepage,
        onInput: (event: Event) => set('homepage', input(event).value),
      }),
    ),
  )

/** Enter clicks a form's first button. Without this button, Enter would remove a photo. */
export const defaultButton = () =>
  h('input', { type: 'submit', class: 'ev-unseen', tabIndex: -1, 'aria-hidden': 'true', value: '' })

export function describe({ id, problems }: View, field: Field, hasHint = false) {
  const isWrong = problems[field] && true
  const at = `${id}-${field}`
  const ids = [hasHint && `${at}-hint`, isWrong && `${at}-problem`].filter(Boolean).join(' ')
  return { 'aria-invalid': isWrong, 'aria-describedby': ids || undefined }
}

export function problem({ id, texts, values, problems }: View, field: Field) {
  const found = problems[field]
  return found && h('p', { class: 'ev-problem', id: `${id}-${field}-problem` }, formatProblem(found, texts, values))
}
