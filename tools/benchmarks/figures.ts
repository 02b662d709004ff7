/** One figure of one run of a benchmark. */
export interface Figure {
  /** Time of the measurement, as in the result file. */
  readonly date: string
  readonly commit: string
  /** Processor and number of cores: figures of different machines are not one line. */
  readonly machine: string
  readonly benchmark: string
  readonly name: string
  readonly value: number
}

const columns = ['date', 'commit', 'machine', 'benchmark', 'name', 'value'] as const

/** Every number in a benchmark's result, named by its path; list items by their name. */
export function numbersIn(value: unknown, place: readonly string[] = []): { name: string; value: number }[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [{ name: place.join(' · '), value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => numbersIn(each, [...place, nameOf(each, key)]))
}

function nameOf(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null || !('name' in value)) return key
  return typeof value.name === 'string' ? value.name : key
}

export function writeHistory(figures: readonly Figure[]): string {
  const lines = figures.map((figure) => columns.map((column) => field(String(figure[column]))).join(','))
  return `${[columns.join(','), ...lines].join('\n')}\n`
}

function field(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Reads the output of `writeHistory`. Reports a line that is not a figure. */
export function readHistory(text: string): Figure[] {
  const [, ...lines] = text.split('\n').filter((line) => line !== '')
  return lines.map((line, index) => {
    const parts = Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    )
    const [date = '', commit = '', machine = '', benchmark = '', name = '', value = ''] = parts
    if (parts.length !== columns.length || value === '' || Number.isNaN(Number(value))) {
      throw new Error(`Line ${index + 2} of the history is not ${columns.join(',')}`)
    }
    return { date, commit, machine, benchmark, name, value: Number(value) }
  })
}
