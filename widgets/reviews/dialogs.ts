// Loaded on first use. Shared code is passed in, because a chunk that imports it would load a page's bundle twice.
import { closeFromOutside } from '../base/dialog.ts'
import type { Frame, Opening, Props } from './dialog-types.ts'
import looks from './dialogs.css?inline'
import { photos } from './photos-dialog.ts'
import { report } from './report-dialog.ts'
import type { DialogRequest, Node } from './view-types.ts'

/** The form is a separate bundle beside this one, because pages can use it alone. */
const formUrl = new URL(/* @vite-ignore */ '../review-form.js', import.meta.url).href

export async function openDialog(opening: Opening, draw: (dialog: Node | null) => void): Promise<void> {
  opening.wear(looks)
  if (opening.asked.kind === 'form') await import(/* @vite-ignore */ formUrl)
  let current: DialogRequest | null
  const show = (asked: DialogRequest | null) => {
    current = asked
    draw(asked && dialog({ ...opening, asked, show, redraw: () => show(current) }))
  }
  show(opening.asked)
}

function dialog(props: Props): Node {
  const { asked } = props
  if (asked.kind === 'photos') return photos({ ...props, asked }, frame)
  if (asked.kind === 'report') return report({ ...props, asked }, frame)
  const { h, labels, shop, subject, token } = props
  return frame(props, labels.write, [
    h('h2', null, labels.write),
    h('evident-review-form', {
      store: shop.store,
      product: subject.platformProductId,
      subject: subject.subject,
      language: labels.locale,
      'customer-token': token,
    }),
  ])
}

/** The browser traps and restores the focus, and closes on Escape. */
const frame: Frame = ({ h, labels, asked, show }, label, inside, listeners) =>
  h(
    'dialog',
    {
      key: asked.kind,
      class: `${asked.kind}-dialog`,
      'aria-label': label,
      ref: open,
      onClose: () => show(null),
      onClick: closeFromOutside,
      ...listeners,
    },
    h(
      'button',
      {
        type: 'button',
        class: 'close',
        'aria-label': labels.close,
        onClick: ({ currentTarget }: Event) => (currentTarget as Element).closest('dialog')?.close(),
      },
      h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': true }, h('path', { d: 'm6 6 12 12M18 6 6 18' })),
    ),
    inside as never,
  )

function open(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal()
}
