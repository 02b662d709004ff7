type ChartKind = 'line' | 'bar' | 'stacked'

/** A series: a line, or the bars of one colour. */
interface ChartSeries {
  readonly name: string
  /** One per point; null leaves a gap. */
  readonly values: readonly (number | null)[]
}

export interface ChartAxis {
  readonly label: string
  readonly unit?: string | undefined
}

export interface ChartData {
  readonly kind: ChartKind
  readonly x: ChartAxis
  readonly y: ChartAxis
  /** The x values: numbers are spaced by their distance in a line chart, texts evenly. */
  readonly points: readonly (number | string)[]
  readonly series: readonly ChartSeries[]
  /** Formats a value; by default as the browser does. */
  readonly formatValue?: ((value: number) => string) | undefined
  readonly formatPoint?: ((point: number | string) => string) | undefined
}

interface Extreme {
  readonly series: string
  readonly point: number | string
  readonly value: number
}

/** The lowest and the highest value of all series; undefined if there are none. */
export function extremesOf({ points, series }: Pick<ChartData, 'points' | 'series'>) {
  let lowest: Extreme | undefined
  let highest: Extreme | undefined
  for (const { name, values } of series) {
    values.forEach((value, index) => {
      const point = points[index]
      if (value === null || point === undefined) return
      const here = { series: name, point, value }
      if (lowest === undefined || value < lowest.value) lowest = here
      if (highest === undefined || value > highest.value) highest = here
    })
  }
  return lowest === undefined || highest === undefined ? undefined : { lowest, highest }
}

/** The label of an axis: the name, and the unit behind it. */
export function axisText({ label, unit }: ChartAxis): string {
  return unit === undefined || unit === '' ? label : `${label} (${unit})`
}
