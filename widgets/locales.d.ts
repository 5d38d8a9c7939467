declare module 'virtual:texts/*' {
  // biome-ignore lint/suspicious/noExplicitAny: the importing file names the shape of its area
  const texts: Record<string, any>
  export default texts
}
