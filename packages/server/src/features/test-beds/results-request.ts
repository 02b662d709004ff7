/** A question to the child process that holds results. */
export type ResultsQuestion =
  | { readonly kind: 'open'; readonly folder: string }
  | { readonly kind: 'query'; readonly sql: string; readonly values: readonly (string | number | boolean | null)[] }
