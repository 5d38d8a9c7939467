/** A mistake that the operator can fix: shown as one line, without a stack. */
export class OperatorError extends Error {}
