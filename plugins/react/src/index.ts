// Everything here also runs in server components. Hooks are in `@evident/react/hooks`.
export { JsonLd } from './JsonLd.tsx'
export { loadJsonLd, loadReviews, loadSummaries } from './load.ts'
export { ReviewList, type ReviewListProps } from './ReviewList.tsx'
export { Stars, type StarsProps } from './Stars.tsx'
export type { Texts } from './texts.ts'
export type { EvidentSource, LoadedReviews, Photo, Review, ReviewQuery, Summary } from './types.ts'
