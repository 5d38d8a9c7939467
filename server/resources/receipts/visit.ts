import type { OwnReview } from './commands.ts'
import type { Receipt } from './store.ts'

export type Visit = { receipt: Receipt; review: OwnReview; language: string; action: string; origin: string; now: Date }
