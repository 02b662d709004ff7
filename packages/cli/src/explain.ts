import { explainCell, type Explanation } from '@sheetwright/compiler/look-inside.ts'
import { Evaluator } from '@sheetwright/compiler/run.ts'
import { evaluationOf } from './evaluation.ts'
import { asJson, type CommandLine, onlyFile, readCommandLine, UsageProblem } from './command-line.ts'
import { loadWorkbook } from './load-workbook.ts'

const STEPS = 1_000_000_000
const RANGE_CELLS = 20
const TREE_CELLS = 2000

export const explainLine = {
  usage: 'explain FILE --output NAME',
  meaning: 'how a result came about',
  options: { output: { type: 'string', value: 'NAME|Sheet1!B9', meaning: 'the output or cell' }, json: asJson },
} as const satisfies CommandLine

/** `explain FILE --output NAME`: the tree of a result. NAME may also be a cell such as Sheet1!B9. */
export async function explain(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, explainLine)
  const path = onlyFile(positionals, explainLine)
  const wanted = values.output
  if (wanted === undefined) throw new UsageProblem('Which result? Give --output NAME.')
  const adHoc = wanted.includes('!') ? [`wanted=${wanted}`] : []
  const name = adHoc.length > 0 ? 'wanted' : wanted.toLowerCase()
  const { bound, ports } = await loadWorkbook(path, { outputs: adHoc })
  const outputs = [...ports.outputs, ...ports.subservices.flatMap((subservice) => subservice.outputs)]
  const port = outputs.find((output) => output.name.toLowerCase() === name)
  if (!port) {
    throw new UsageProblem(
      `There is no output "${wanted}". There is: ${outputs.map((output) => output.name).join(', ') || 'none'}.`,
    )
  }
  const evaluator = new Evaluator(bound, evaluationOf({ bound, ports }, STEPS))
  const { sheet, range } = port.place
  const place = { sheet, row: range.top, col: range.left }
  const tree = explainCell(bound, evaluator, place, { rangeCells: RANGE_CELLS, cells: TREE_CELLS })
  console.log(values.json ? JSON.stringify(tree) : lines(tree, 0).join('\n'))
  return 0
}

function lines(tree: Explanation, level: number): string[] {
  const note = tree.omitted === 'repeated' ? '  (see above)' : tree.omitted === 'tooMany' ? '  (…)' : ''
  return [
    `${'  '.repeat(level)}${tree.cell} = ${JSON.stringify(tree.value)}${tree.formula === undefined ? '' : `  ${tree.formula}`}${note}`,
    ...tree.ranges.map(({ range, cells }) => `${'  '.repeat(level + 1)}${range}  (${cells} cells)`),
    ...tree.precedents.flatMap((part) => lines(part, level + 1)),
  ]
}
