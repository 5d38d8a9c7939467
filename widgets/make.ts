type Child = Node | string | false | null | undefined

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value as EventListener)
    // The browser itself converts numbers to text.
    else element.setAttribute(key, value === true ? '' : (value as string))
  }
  element.append(...children.filter((child): child is Node | string => !!child))
  return element
}
