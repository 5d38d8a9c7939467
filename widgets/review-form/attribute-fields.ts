// Loaded on demand. Shared code is passed in, because an import would split the form's script in two.
import type { h as H } from 'preact'
import { attributeStyles } from './attribute-styles.ts'
import type { optional as Optional, View } from './fields.ts'
import type { Ask } from './model.ts'

type Kit = { h: typeof H; optional: typeof Optional }

export const looks = attributeStyles

export const answersIn = (sent: FormData): Record<string, number> =>
  Object.fromEntries(
    [...sent].flatMap(([name, value]) => (name.startsWith('answer-') ? [[name.slice(7), Number(value)]] : [])),
  )

const scale = ['1', '2', '3', '4', '5']

export const attributeFields = (kit: Kit, view: View, asked: readonly Ask[]) =>
  asked.map((ask) => attributeField(kit, view, ask))

function attributeField(
  { h, optional }: Kit,
  { id: form, texts, values, set }: View,
  { id, kind, label, lowLabel, highLabel, choices }: Ask,
) {
  const isScale = kind === 'scale'
  const answer = values.answers[id]
  const one = (text: string, i: number) => {
    const value = isScale ? i + 1 : i
    const end = i === 0 ? lowLabel : i === 4 ? highLabel : null
    return h(
      'label',
      { class: 'ev-answer', key: value },
      h('input', {
        type: 'radio',
        name: `answer-${id}`,
        value,
        checked: answer === value,
        onChange: () => set('answers', { ...values.answers, [id]: value }),
        // Radio buttons cannot be unchecked, so a second click on the same button clears the answer.
        onClick: () => {
          const { [id]: _, ...others } = values.answers
          if (answer === value) set('answers', others)
        },
        'aria-label': isScale && end ? `${text}: ${end}` : undefined,
      }),
      h('span', { dir: 'auto' }, text),
    )
  }
  return h(
    'fieldset',
    { class: 'ev-field', key: id, id: `${form}-answer-${id}` },
    h('legend', { dir: 'auto' }, label, optional(texts)),
    h('div', { class: `ev-answers ev-${kind}` }, (isScale ? scale : choices).map(one)),
    isScale &&
      (lowLabel || highLabel) &&
      h(
        'div',
        { class: 'ev-row ev-ends ev-hint', 'aria-hidden': 'true' },
        h('span', { dir: 'auto' }, lowLabel),
        h('span', { dir: 'auto' }, highLabel),
      ),
  )
}
