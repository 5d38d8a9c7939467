import { quoted } from './problems.ts'
import type { RowCells } from './row-cells.ts'

// A rating is rescaled only if the format declares its scale, because an 8 in a five-star file is an error.

const bestRating = 5

export function readRating(cells: RowCells): number {
  const written = cells.text('rating')
  if (written === '') {
    cells.fail('rating_missing', 'The review has no rating.', 'rating')
    return 0
  }
  const scale = cells.format.ratingScale ?? bestRating
  const value = ratingValue(written, scale)
  if (value === undefined) {
    cells.fail('invalid_rating', `${quoted(written)} is not a rating. Use a number from 1 to ${scale}.`, 'rating')
    return 0
  }
  if (value < 1 || value > scale) {
    cells.fail('rating_out_of_range', `The rating ${quoted(written)} is not between 1 and ${scale}.`, 'rating')
    return 0
  }
  return Math.max(1, Math.round((value / scale) * bestRating))
}

function ratingValue(written: string, scale: number): number | undefined {
  const match = /^(\d{1,3}(?:[.,]\d{1,20})?)(?:\s*\/\s*(\d{1,3}))?$/.exec(written)
  if (!match || (match[2] !== undefined && Number(match[2]) !== scale)) return undefined
  return Number(match[1]?.replace(',', '.'))
}
