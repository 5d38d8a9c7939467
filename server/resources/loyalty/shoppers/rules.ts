const start = 'shopper '

/** A merchant's own key has no spaces, so the keys of shoppers never equal one. */
export const toShopperKey = (memberId: string, key: string): string => `${start}${memberId} ${key}`

export const isShopperKey = (key: string): boolean => key.startsWith(start)
