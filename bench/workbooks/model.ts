/** A workbook to measure: its cells, its ports, and a function written by hand for the same outputs. */
export interface BenchModel {
  readonly name: string
  /** Sheets by name; a text that starts with `=` is a formula. Cells by A1 address. */
  readonly sheets: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  /** Defined names other than the ports. */
  readonly names?: Readonly<Record<string, string>>
  readonly inputs: readonly ModelInput[]
  /** Names of the outputs and their cells. */
  readonly outputs: Readonly<Record<string, string>>
  /** The outputs in order, for inputs in order. */
  readonly hand: (inputs: readonly (number | string)[]) => (number | string)[]
}

export interface ModelInput {
  readonly name: string
  readonly cell: string
  /** Numbers between two bounds, or one of these texts. */
  readonly range: readonly [number, number] | readonly string[]
  readonly isWhole?: boolean
}

/** Pseudo-random numbers with a fixed seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function columnLetters(col: number): string {
  let name = ''
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}
