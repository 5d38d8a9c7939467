/** DATABASE_URL names a database that we cannot use. The message is for the operator. */
export class UnsuitableDatabase extends Error {}
