import type { CaseStatus, RunSetup, TestResult } from '@sheetwright/contract/test-beds/test-run.ts'
import type { ResultRow, TestResults } from './test-results.ts'

/** Files with the results of a run. */
export interface ResultFiles {
  readonly tenantId: string
  readonly files: readonly string[]
}

export interface ResultFilter {
  readonly status: readonly CaseStatus[]
  readonly differing?: string | undefined
  readonly search: string
}

type Value = string | number | boolean | null

const shown = 'no, name, segment, status, millis, inputs, outputs, expected, differing, errors'

/** One page of results by number, and how many match. */
export async function listResults(
  results: TestResults,
  { tenantId, files }: ResultFiles,
  filter: ResultFilter,
  page: { readonly from: number; readonly most: number },
): Promise<{ items: TestResult[]; count: number }> {
  if (files.length === 0) return { items: [], count: 0 }
  const { text, values } = conditionOf(filter)
  const tables = { results: files, other: undefined }
  const [counted] = await results.query(tenantId, tables, `SELECT count(*) AS n FROM results ${text}`, values)
  const rows = await results.query(
    tenantId,
    tables,
    `SELECT ${shown} FROM results ${text} ORDER BY no LIMIT ${page.most} OFFSET ${page.from}`,
    values,
  )
  return { items: rows.map(resultOf), count: Number(counted?.['n'] ?? 0) }
}

/** Results with these numbers. */
export async function readResults(
  results: TestResults,
  { tenantId, files }: ResultFiles,
  numbers: readonly number[],
): Promise<TestResult[]> {
  if (files.length === 0 || numbers.length === 0) return []
  const list = numbers.map((number) => Math.trunc(number)).join(', ')
  const sql = `SELECT ${shown} FROM results WHERE no IN (${list}) ORDER BY no`
  return (await results.query(tenantId, { results: files, other: undefined }, sql)).map(resultOf)
}

function conditionOf({ status, differing, search }: ResultFilter): { text: string; values: Value[] } {
  const conditions: string[] = []
  const values: Value[] = []
  const value = (given: Value) => `$${values.push(given)}`
  if (status.length > 0) conditions.push(`status IN (${status.map(value).join(', ')})`)
  if (differing !== undefined)
    conditions.push(`list_contains(from_json(differing, '["VARCHAR"]'), ${value(differing)})`)
  if (search !== '') {
    const text = value(search.toLowerCase())
    const columns = ['name', 'segment', 'inputs', 'outputs', 'errors', 'no::VARCHAR']
    conditions.push(`(${columns.map((column) => `contains(lower(coalesce(${column}, '')), ${text})`).join(' OR ')})`)
  }
  return { text: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values }
}

function resultOf(row: ResultRow): TestResult {
  const parsed = (name: string): unknown => {
    const text = row[name]
    return typeof text === 'string' ? JSON.parse(text) : null
  }
  return {
    number: Number(row['no']),
    name: String(row['name']),
    segment: String(row['segment']),
    status: row['status'] as CaseStatus,
    millis: Number(row['millis']),
    inputs: parsed('inputs') as TestResult['inputs'],
    outputs: parsed('outputs') as TestResult['outputs'],
    expected: parsed('expected') as TestResult['expected'],
    differing: parsed('differing') as TestResult['differing'],
    errors: parsed('errors') as TestResult['errors'],
  }
}

export interface OutputSummary {
  readonly name: string
  readonly isNumber: boolean
  readonly differing: number
  readonly numbers: number
  readonly min: number | null
  readonly max: number | null
  readonly average: number | null
  readonly histogram: { from: number; to: number; count: number }[]
}

const bins = 20

/** Statistics of each numeric output over a whole run. */
export async function summariseOutputs(
  results: TestResults,
  { tenantId, files }: ResultFiles,
  outputs: RunSetup['outputs'],
): Promise<OutputSummary[]> {
  if (files.length === 0) return []
  const ask = (sql: string, values: readonly Value[] = []) =>
    results.query(tenantId, { results: files, other: undefined }, sql, values)
  const counts = new Map(
    (
      await ask(
        `SELECT name, count(*) AS n FROM (SELECT unnest(from_json(differing, '["VARCHAR"]')) AS name FROM results WHERE differing <> '[]') GROUP BY name`,
      )
    ).map((row) => [String(row['name']), Number(row['n'])]),
  )
  const numbers = outputs.flatMap(({ isNumber }, i) => (isNumber ? [i] : []))
  const [stats] =
    numbers.length === 0
      ? []
      : await ask(
          `SELECT ${numbers.map((i) => `count(n${i}) AS c${i}, min(n${i}) AS a${i}, max(n${i}) AS z${i}, avg(n${i}) AS m${i}`).join(', ')} FROM results`,
        )
  const summaries: OutputSummary[] = []
  for (const [i, { name, isNumber }] of outputs.entries()) {
    const number = (letter: string) => numberOf(stats?.[`${letter}${i}`])
    const [min, max] = [number('a'), number('z')]
    summaries.push({
      name,
      isNumber,
      differing: counts.get(name) ?? 0,
      numbers: number('c') ?? 0,
      min,
      max,
      average: number('m'),
      histogram: isNumber && min !== null && max !== null ? await histogram(ask, `n${i}`, 'results', min, max) : [],
    })
  }
  return summaries
}

/** Counts of a column's values in equal ranges. */
export async function histogram(
  ask: (sql: string, values?: readonly Value[]) => Promise<ResultRow[]>,
  column: string,
  from: string,
  min: number,
  max: number,
): Promise<{ from: number; to: number; count: number }[]> {
  // Values that differ only by rounding are one value, not twenty ranges.
  if (max - min <= 1e-12 * Math.max(Math.abs(min), Math.abs(max)))
    return [
      { from: min, to: max, count: Number((await ask(`SELECT count(${column}) AS n FROM ${from}`))[0]?.['n'] ?? 0) },
    ]
  const width = (max - min) / bins
  const rows = await ask(
    `SELECT least(${bins - 1}, floor((${column} - $1) / $2))::INTEGER AS bin, count(*) AS n FROM ${from} WHERE ${column} IS NOT NULL GROUP BY bin`,
    [min, width],
  )
  const counts = new Map(rows.map((row) => [Number(row['bin']), Number(row['n'])]))
  return Array.from({ length: bins }, (_, i) => ({
    from: min + i * width,
    to: min + (i + 1) * width,
    count: counts.get(i) ?? 0,
  }))
}

/** The database has numbers that JSON lacks. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
