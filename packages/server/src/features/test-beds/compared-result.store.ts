import type {
  ComparedCase,
  ComparedOutput,
  ComparisonSummary,
  PortfolioImpact,
} from '@sheetwright/contract/test-beds/test-comparison.ts'
import type { RunSetup } from '@sheetwright/contract/test-beds/test-run.ts'
import { histogram, numberOf } from './test-result.store.ts'
import type { ResultRow, TestResults } from './test-results.ts'

/** The results of a run, and the meaning of its columns. */
export interface ComparedRun {
  readonly files: readonly string[]
  readonly setup: RunSetup
}

type Value = string | number | boolean | null

/** An output that both runs have. */
interface Pair {
  readonly name: string
  readonly isNumber: boolean
  /** SQL for the values, as numbers or as JSON. */
  readonly source: string
  readonly target: string
}

/** Numbers with a smaller relative difference differ only by rounding. */
const usualRelative = 1e-12
const moverCount = 20

export async function summariseComparison(
  results: TestResults,
  tenantId: string,
  source: ComparedRun,
  target: ComparedRun,
): Promise<ComparisonSummary> {
  const pairs = pairsOf(source, target)
  const ask = asker(results, tenantId, source, target)
  const columns = pairs.flatMap((pair, i) => {
    const changed = changedOf(pair, source.setup)
    const counts = [`count(*) FILTER (${changed}) AS c${i}`]
    if (!pair.isNumber) return counts
    const difference = `(${pair.target} - ${pair.source})`
    return [
      ...counts,
      `max(abs(${difference})) AS a${i}`,
      `max(abs(${difference}) / nullif(abs(${pair.source}), 0)) AS r${i}`,
      `avg(${difference}) AS m${i}`,
      `min(${difference}) AS l${i}`,
      `max(${difference}) AS h${i}`,
    ]
  })
  const any = pairs.map((pair) => changedOf(pair, source.setup)).join(' OR ') || 'false'
  const [row] = await ask(
    `SELECT count(*) AS n, count(*) FILTER (${any}) AS changed${columns.map((column) => `, ${column}`).join('')} FROM ${joined}`,
  )
  const cases = Number(row?.['n'] ?? 0)
  const outputs: ComparedOutput[] = []
  for (const [i, pair] of pairs.entries()) {
    const number = (letter: string) => numberOf(row?.[`${letter}${i}`])
    const changed = Number(row?.[`c${i}`] ?? 0)
    const [lowest, highest] = [number('l'), number('h')]
    const difference = `(SELECT ${pair.target} - ${pair.source} AS d FROM ${joined} WHERE ${changedOf(pair, source.setup)})`
    outputs.push({
      name: pair.name,
      isNumber: pair.isNumber,
      equal: cases - changed,
      changed,
      largestAbsolute: number('a'),
      largestRelative: number('r'),
      averageDifference: number('m'),
      histogram:
        pair.isNumber && changed > 0 && lowest !== null && highest !== null
          ? await histogram(ask, 'd', difference, lowest, highest)
          : [],
    })
  }
  const names = (run: ComparedRun) => run.setup.outputs.map(({ name }) => name)
  const without = (some: readonly string[], others: readonly string[]) => some.filter((name) => !others.includes(name))
  return {
    cases,
    changedCases: Number(row?.['changed'] ?? 0),
    outputs,
    onlySource: without(names(source), names(target)),
    onlyTarget: without(names(target), names(source)),
  }
}

/** Cases by one output, largest change first; undefined if not both runs have it. */
export async function listComparedCases(
  results: TestResults,
  tenantId: string,
  source: ComparedRun,
  target: ComparedRun,
  asked: { output: string; changedOnly: boolean; from: number; most: number },
): Promise<{ items: ComparedCase[]; count: number } | undefined> {
  const pair = pairsOf(source, target).find(({ name }) => name === asked.output)
  if (pair === undefined) return undefined
  const ask = asker(results, tenantId, source, target)
  const condition = asked.changedOnly ? `WHERE ${changedOf(pair, source.setup)}` : ''
  const order = pair.isNumber ? `abs(${pair.target} - ${pair.source}) DESC NULLS FIRST, results.no` : 'results.no'
  const rows = await ask(
    `SELECT ${caseColumns(pair)}, count(*) OVER () AS n FROM ${joined} ${condition} ORDER BY ${order} LIMIT ${asked.most} OFFSET ${asked.from}`,
  )
  return { items: rows.map(comparedCaseOf), count: Number(rows[0]?.['n'] ?? 0) }
}

/** The target's impact on a portfolio; undefined if the output is not numeric in both runs. */
export async function portfolioImpact(
  results: TestResults,
  tenantId: string,
  source: ComparedRun,
  target: ComparedRun,
  asked: { output: string; segment?: string | undefined },
): Promise<PortfolioImpact | undefined> {
  const pair = pairsOf(source, target).find(({ name, isNumber }) => name === asked.output && isNumber)
  if (pair === undefined) return undefined
  const ask = asker(results, tenantId, source, target)
  const segment =
    asked.segment === undefined
      ? 'results.segment'
      : `coalesce(json_extract_string(results.inputs, ${pointer(asked.segment)}), '')`
  const both = `${pair.source} IS NOT NULL AND ${pair.target} IS NOT NULL`
  const change = `(${pair.target} - ${pair.source})`
  const sums = `count(*) AS n, sum(results.weight) AS w, sum(${pair.source} * results.weight) AS s, sum(${pair.target} * results.weight) AS t, count(*) FILTER (${change} > 0) AS up, count(*) FILTER (${change} < 0) AS down`
  const [total] = await ask(`SELECT ${sums} FROM ${joined} WHERE ${both}`)
  const groups = await ask(
    `SELECT ${segment} AS name, ${sums} FROM ${joined} WHERE ${both} GROUP BY 1 ORDER BY abs(t - s) DESC, 1 LIMIT 1000`,
  )
  const movers = await ask(
    `SELECT ${caseColumns(pair)} FROM ${joined} WHERE ${both} ORDER BY abs(${change}) * results.weight DESC, results.no LIMIT ${moverCount}`,
  )
  const relative = `(SELECT ${change} / abs(${pair.source}) AS d FROM ${joined} WHERE ${both} AND ${pair.source} <> 0)`
  const [range] = await ask(`SELECT min(d) AS l, max(d) AS h FROM ${relative}`)
  const [lowest, highest] = [numberOf(range?.['l']), numberOf(range?.['h'])]
  return {
    output: pair.name,
    segment: asked.segment ?? '',
    total: changeOf(total),
    segments: groups.map((row) => ({
      name: textOf(row['name']),
      ...changeOf(row),
      up: Number(row['up'] ?? 0),
      down: Number(row['down'] ?? 0),
    })),
    movers: movers.map(comparedCaseOf),
    histogram: lowest === null || highest === null ? [] : await histogram(ask, 'd', relative, lowest, highest),
  }
}

const joined = 'results JOIN other ON results.no = other.no'

function asker(results: TestResults, tenantId: string, source: ComparedRun, target: ComparedRun) {
  return (sql: string, values: readonly Value[] = []) =>
    results.query(tenantId, { results: source.files, other: target.files }, sql, values)
}

function pairsOf({ setup: source }: ComparedRun, { setup: target }: ComparedRun): Pair[] {
  return source.outputs.flatMap(({ name, isNumber }, i): Pair[] => {
    const j = target.outputs.findIndex((output) => output.name === name)
    const other = target.outputs[j]
    if (other === undefined) return []
    if (isNumber && other.isNumber) return [{ name, isNumber, source: `results.n${i}`, target: `other.n${j}` }]
    const json = (table: string) => `json_extract(${table}.outputs, ${pointer(name)})`
    return [{ name, isNumber: false, source: json('results'), target: json('other') }]
  })
}

/** If a numeric output is an error, the JSON values are compared. */
function changedOf({ name, isNumber, source, target }: Pair, { tolerances }: RunSetup): string {
  if (!isNumber) return `${source} IS DISTINCT FROM ${target}`
  const { absolute = 0, relative = usualRelative } = tolerances[name] ?? {}
  const json = (table: string) => `json_extract(${table}.outputs, ${pointer(name)})`
  const within = `abs(${target} - ${source}) <= greatest(${absolute}::DOUBLE, ${relative}::DOUBLE * abs(${source}))`
  return `(CASE WHEN ${source} IS NOT NULL AND ${target} IS NOT NULL THEN NOT (${within}) ELSE ${json('results')} IS DISTINCT FROM ${json('other')} END)`
}

/** The name as a JSON pointer, quoted for SQL. */
function pointer(name: string): string {
  return `'/${name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll("'", "''")}'`
}

function caseColumns({ name, source, target, isNumber }: Pair): string {
  const json = (table: string) => `json_extract(${table}.outputs, ${pointer(name)})::VARCHAR`
  const difference = isNumber ? `${target} - ${source}` : 'NULL'
  const relative = isNumber ? `(${target} - ${source}) / nullif(abs(${source}), 0)` : 'NULL'
  return `results.no AS no, results.name AS name, results.segment AS segment, ${json('results')} AS source, ${json('other')} AS target, ${difference} AS difference, ${relative} AS relative`
}

function comparedCaseOf(row: ResultRow): ComparedCase {
  const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : null)
  return {
    number: Number(row['no']),
    name: textOf(row['name']),
    segment: textOf(row['segment']),
    source: parsed(row['source']),
    target: parsed(row['target']),
    difference: numberOf(row['difference']),
    relative: numberOf(row['relative']),
  }
}

function changeOf(row: ResultRow | undefined) {
  const [source, target] = [numberOf(row?.['s']) ?? 0, numberOf(row?.['t']) ?? 0]
  return {
    cases: Number(row?.['n'] ?? 0),
    weight: numberOf(row?.['w']) ?? 0,
    source,
    target,
    change: target - source,
    relative: source === 0 ? null : (target - source) / Math.abs(source),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
