/** A calculator with its inputs and results, ready to print: every value is formatted text. */
export interface PrintedForm {
  readonly language: 'en' | 'ja'
  readonly organisation: string
  /** A PNG as base64. */
  readonly logo: string | null
  readonly colour: string | null
  readonly title: string
  readonly subtitle: string
  readonly blocks: readonly PrintedBlock[]
}

export type PrintedBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'text' | 'notice'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly headings: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Indexes of the numeric columns. */
      readonly numbers: readonly number[]
      /** Fraction of the width for the first column; the others share the rest. */
      readonly first: number
    }
  | PrintedChart

export interface PrintedChart {
  readonly kind: 'chart'
  readonly title: string
  readonly chart: 'line' | 'bar' | 'stacked'
  readonly x: string
  readonly unit: string
  readonly points: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  /** Ticks of the value axis. */
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
}
