import type { SourceColumn } from './record-block.ts'
import { UnreadablePortfolio } from './unreadable-portfolio.ts'

/** The columns of a file that only names them. */
export function textColumns(names: readonly string[]): SourceColumn[] {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new UnreadablePortfolio(`The column "${twice}" stands twice in the portfolio.`)
  return names.map((name) => ({ name, type: 'VARCHAR' }))
}
