// The public door of a store for shopping agents. The fast path and the area that serves the door share its address.

export const doorPrefix = '/agents/'

/** The door has a limit of its own per visitor and store, so that agents spend no budget of widgets or keys. */
export const doorBudget = (storeEnvId: string): string => `agents ${storeEnvId}`
