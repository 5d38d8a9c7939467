export class UnsuitableDatabase extends Error {}
