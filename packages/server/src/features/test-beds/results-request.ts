/** What the child that holds results can be asked. */
export type ResultsQuestion =
  | { readonly kind: 'open'; readonly folder: string }
  | { readonly kind: 'join'; readonly files: readonly string[]; readonly file: string }
  | { readonly kind: 'query'; readonly sql: string; readonly values: readonly (string | number | boolean | null)[] }
  /** Writes the answer of a query as lines of JSON. */
  | { readonly kind: 'write'; readonly sql: string; readonly file: string }
