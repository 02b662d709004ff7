/** The categories of a form field or list: trimmed, without duplicates, in the given order. */
export function distinctCategories(categories: readonly string[]): string[] {
  return [...new Set(categories.map((category) => category.trim()).filter((category) => category !== ''))]
}
