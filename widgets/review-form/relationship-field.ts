// Loaded on demand, as attribute-fields.ts is.
import type { h as H } from 'preact'
import type { describe as Describe, problem as Problem, View } from './fields.ts'

type Kit = { h: typeof H; describe: typeof Describe; problem: typeof Problem }

/** Nothing is preselected, because a default would answer for the author. */
export const relationshipField = ({ h, describe, problem }: Kit, view: View) =>
  h(
    'fieldset',
    { class: 'ev-field', role: 'radiogroup', 'aria-required': true, ...describe(view, 'relationship', true) },
    h('legend', null, view.texts.relationship),
    h('p', { class: 'ev-hint', id: `${view.id}-relationship-hint` }, view.texts.relationshipHint),
    h(
      'div',
      { class: 'ev-answers ev-choice' },
      (Object.keys(view.texts.relationships) as (keyof typeof view.texts.relationships)[]).map((each) =>
        h(
          'label',
          { class: 'ev-answer', key: each },
          h('input', {
            type: 'radio',
            name: 'relationship',
            value: each,
            required: true,
            checked: view.values.relationship === each,
            onChange: () => view.set('relationship', each),
          }),
          h('span', null, view.texts.relationships[each]),
        ),
      ),
    ),
    problem(view, 'relationship'),
  )
