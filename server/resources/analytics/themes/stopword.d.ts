/** Declares the lists by their three-letter ISO 639-3 code, because the package has no types. */
declare module 'stopword'
