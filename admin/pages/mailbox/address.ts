export const nameIn = (address: string): string => {
  const name = /^\s*"?([^"<]*?)"?\s*</.exec(address)?.[1]
  return name || address.replace(/^\s*<|>\s*$/g, '')
}
