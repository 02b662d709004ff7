/** A calculator with its inputs and results as it is printed: every text is written out. */
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
      /** Columns of numbers, by their place. */
      readonly numbers: readonly number[]
      /** Share of the width that the first column has; the others share the rest. */
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
  /** Ticks of the axis of values. */
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
}
