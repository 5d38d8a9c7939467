// First segment of the URL paths for shopping agents. The fast path and the area `agents` both use it.

export const doorPrefix = '/agents/'

/** Agents have their own limit per visitor and store, so that they do not use up the budget of widgets or keys. */
export const doorBudget = (storeEnvId: string): string => `agents ${storeEnvId}`
