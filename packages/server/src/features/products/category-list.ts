/** The categories of a form field or a list: trimmed, each once, in the order given. */
export function distinctCategories(categories: readonly string[]): string[] {
  return [...new Set(categories.map((category) => category.trim()).filter((category) => category !== ''))]
}
