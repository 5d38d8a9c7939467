function read(): string {
  try {
    return require('@medusajs/medusa/package.json').version
  } catch {
    return 'unknown'
  }
}

export const version = read()
