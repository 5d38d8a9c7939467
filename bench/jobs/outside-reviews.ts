// Computes a review from its number, so that the database and the fake Google get the same reviews without an exchange.
export const dataSource = 'accounts/123456789/dataSources/1001'

const hex = (n: number) => n.toString(16).padStart(12, '0')
export const reviewId = (n: number) => `01900000-0000-7000-8000-${hex(n)}`
export const productId = (n: number) => `01900001-0000-7000-8000-${hex(n)}`

export const reviewAt = (n: number) => ({
  id: reviewId(n),
  rating: 1 + (n % 5),
  title: `Title of ${n % 97}`,
  body: `A review of ${n % 997} words${' lorem ipsum dolor sit amet'.repeat(8)}`,
})
