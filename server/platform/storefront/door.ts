// Address of a store's public door for shopping agents. The fast path and the area of the door both use it.

export const doorPrefix = '/agents/'

/** The door has its own limit per visitor and store, so that agents do not use up the budget of widgets or keys. */
export const doorBudget = (storeEnvId: string): string => `agents ${storeEnvId}`
