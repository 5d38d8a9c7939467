/** Names of the choices, for the fields and for the chips. An empty key is the choice that filters nothing. */
export const subjectNames = { product: 'Products', shop: 'The shop', all: 'Products and the shop' }

export const originNames = {
  '': 'Own reviews',
  false: 'Collected here',
  true: 'Imported',
  shared: 'From other stores',
  all: 'Own and other stores',
}

export const replyNames = { '': 'With or without reply', false: 'Unanswered', true: 'Answered' }

export const nameRating = (rating: number): string => `${rating} ${rating === 1 ? 'star' : 'stars'}`
