/** Lists by the three letters of ISO 639-3; the package has no types of its own. */
declare module 'stopword'
