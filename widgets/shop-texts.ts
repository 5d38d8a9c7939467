// Texts for reviews of the shop, where the texts for a product do not fit. All languages are in one chunk, because
// few elements need them.
import texts from 'virtual:texts/shop-reviews'
import type english from '../locales/en/shop-reviews.json'
import type { Language } from '../locales/languages.ts'

export const textsIn = (language: Language): typeof english => texts[language]
