/** The document from which HTML and PDF are rendered. Texts are plain; each renderer escapes them. */
export interface ApiDoc {
  readonly language: 'en' | 'ja'
  readonly title: string
  readonly subtitle: string
  readonly contentsTitle: string
  readonly blocks: readonly DocBlock[]
}

export type DocBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string; readonly id: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly headings: readonly string[]
      /** Fractions of the page width; they add up to 1. */
      readonly widths: readonly number[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'code'; readonly title: string; readonly text: string }
