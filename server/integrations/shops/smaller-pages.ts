import { ShopFailure } from './shop.ts'

/**
 * Requests a page again with fewer rows if the shop failed to build it, or if the response was truncated or too large.
 * A page of `least` rows or fewer is not divided.
 */
export async function inSmallerPages<T>(
  size: number,
  least: number,
  read: (size: number) => Promise<T>,
): Promise<{ result: T; size: number }> {
  try {
    return { result: await read(size), size }
  } catch (error) {
    const isTooLarge = error instanceof ShopFailure && ['answer_unreadable', 'shop_failed'].includes(error.code)
    if (!isTooLarge || size <= least) throw error
    return await inSmallerPages(Math.max(1, Math.floor(size / 5)), least, read)
  }
}
