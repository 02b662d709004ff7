/** A portfolio is a file of records. Plans which of its columns are inputs, and writes the results of each record. */
export { csvLine, csvRows } from './portfolio/csv-rows.ts'
export { planRows } from './portfolio/plan-rows.ts'
export { countOf, cutBlock, type RecordBlock, type RecordSource } from './portfolio/record-block.ts'
export { castStatement, isPlain, plainType, type ResultColumn, type ResultsFormat } from './portfolio/result-column.ts'
export {
  type BlockResults,
  type ComputedRecord,
  type RecordError,
  recordsOf,
  type RowPlan,
  writeBlock,
} from './portfolio/result-rows.ts'
export { UnreadablePortfolio } from './portfolio/unreadable-portfolio.ts'
