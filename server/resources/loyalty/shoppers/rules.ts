const start = 'shopper '

/** A shopper's key contains a space. A merchant's own key cannot, so they never collide. */
export const toShopperKey = (memberId: string, key: string): string => `${start}${memberId} ${key}`

export const isShopperKey = (key: string): boolean => key.startsWith(start)
