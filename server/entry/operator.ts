export class OperatorError extends Error {}
