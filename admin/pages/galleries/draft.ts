import type { Gallery, GalleryBody } from '../../api/content/galleries.ts'
import { pickWords, type Words } from './leads/texts.ts'

export type Draft = Pick<Gallery, 'name' | 'layout' | 'columns' | 'locale'> & {
  title: string
  description: string
  translations: Record<string, Words>
}

export const toDraft = ({ name, title, description, layout, columns, locale, translations }: Gallery): Draft => ({
  ...{ name, layout, columns, locale },
  title: title ?? '',
  description: description ?? '',
  translations: pickWords(translations),
})

export const toBody = (draft: Draft): GalleryBody => ({
  ...draft,
  title: draft.title || null,
  description: draft.description || null,
})

export function inLanguage(draft: Draft, reader: string): Draft {
  const { title, description } = draft.translations[reader] ?? {}
  return { ...draft, title: title || draft.title, description: description || draft.description }
}
