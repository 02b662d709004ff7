/** A question to the child process that holds results. */
export type ResultsQuestion =
  | { readonly kind: 'open'; readonly folder: string }
  | { readonly kind: 'query'; readonly sql: string; readonly values: readonly (string | number | boolean | null)[] }
  /** Writes the result of a query as lines of JSON. */
  | { readonly kind: 'write'; readonly sql: string; readonly file: string }
