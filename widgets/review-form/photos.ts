import { h } from 'preact'
import { fill } from '../../locales/fill.ts'
import { describe, input, optional, problem, type View } from './fields.ts'
import { cameraIcon, closeIcon, retryIcon } from './icons.ts'
import { limits, type Photo } from './model.ts'

export type ListedPhoto = { key: string; preview: string; photo?: Photo; percent: number; isStuck?: boolean }

type Acts = {
  add(files: FileList | null): void
  retry(key: string): void
  /**
   * Without scripts the button submits the form. The next page contains the form without this photo and with all other
   * input.
   */
  remove: ((key: string) => void) | undefined
}

export function photosField(view: View, photos: ListedPhoto[], acts: Acts) {
  const { texts } = view
  const id = `${view.id}-photos`
  return h(
    'div',
    { class: 'ev-field' },
    h('label', { for: id }, texts.photos, optional(texts)),
    h('p', { class: 'ev-hint', id: `${id}-hint` }, fill(texts.photosHint, { max: limits.photos })),
    h(
      'ul',
      { class: 'ev-photos' },
      photos.map((each, i) => photoItem(view, each, i + 1, acts)),
      photos.length < limits.photos &&
        h(
          'li',
          { class: 'ev-adder', key: 'adder' },
          h('input', {
            type: 'file',
            id,
            name: 'photo',
            multiple: true,
            accept: 'image/jpeg,image/png,image/webp',
            onChange: (event: Event) => acts.add(input(event).files),
            ...describe(view, 'photos', true),
          }),
          h('label', { class: 'ev-add', for: id }, cameraIcon(), h('span', null, texts.addPhotos)),
        ),
    ),
    problem(view, 'photos'),
  )
}

function photoItem({ texts }: View, each: ListedPhoto, n: number, { remove, retry }: Acts) {
  const { key, preview, photo, percent, isStuck } = each
  const take = (event: Event) => {
    // The server-rendered button would submit the form.
    event.preventDefault()
    remove?.(key)
  }
  return h(
    'li',
    { class: 'ev-photo', key },
    h('img', { src: preview, alt: '', width: 88, height: 88 }),
    isStuck &&
      h(
        'button',
        { class: 'ev-again', type: 'button', 'aria-label': fill(texts.retryPhoto, { n }), onClick: () => retry(key) },
        retryIcon(),
      ),
    percent < 100 &&
      !isStuck &&
      h('progress', { max: 100, value: percent, 'aria-label': fill(texts.uploading, { n: percent }) }),
    photo && h('input', { type: 'hidden', name: `photoId${n}`, value: photo.id }),
    h(
      'button',
      {
        class: 'ev-remove',
        type: remove ? 'button' : 'submit',
        // The button is not named `remove`, because that name would hide the form's method.
        name: 'withoutPhoto',
        value: photo?.id,
        'aria-label': fill(texts.removePhoto, { n }),
        onClick: remove && take,
      },
      closeIcon(),
    ),
  )
}
