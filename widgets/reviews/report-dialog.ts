import type { Shop } from '../api.ts'
import { reasons } from '../report-reasons.ts'
import type { Frame, Props } from './dialog-types.ts'
import type { Node } from './view-types.ts'

const longest = 1000

export function report(props: Props<'report'>, frame: Frame): Node {
  const { h, labels, asked, shop, show } = props
  if (asked.outcome === 'thanked') return frame(props, labels.report, h('p', { role: 'status' }, labels.reported))
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const sent = new FormData(event.currentTarget as HTMLFormElement)
    const text = String(sent.get('text')).trim()
    const report = { reason: sent.get('reason'), ...(text && { text }) }
    void post(shop, asked.review.id, report).then((isTaken) =>
      show({ ...asked, outcome: isTaken ? 'thanked' : 'failed' }),
    )
  }
  const choices = reasons.map((reason) =>
    h(
      'label',
      { key: reason },
      h('input', { type: 'radio', name: 'reason', value: reason, required: true }),
      labels.reasons[reason],
    ),
  )
  return frame(
    props,
    labels.report,
    h(
      'form',
      { onSubmit },
      h('fieldset', null, h('legend', null, labels.why), choices),
      h('label', { class: 'tell' }, labels.text, h('textarea', { name: 'text', rows: 3, maxLength: longest })),
      asked.outcome === 'failed' && h('p', { role: 'alert' }, labels.reportFailed),
      h('button', { type: 'submit', class: 'write' }, labels.send),
    ),
  )
}

const post = ({ origin, store }: Shop, id: string, body: object): Promise<boolean> =>
  fetch(`${origin}/api/v1/storefront/reviews/${id}/report`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'x-store-env-id': store, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
