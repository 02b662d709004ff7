import type { PlannedTable } from './plan-tables.ts'
import type { Dialect, SqlRow, SqlValue } from './sql/dialect.ts'
import { convertValue } from './sql/convert-value.ts'

/** The most problems that are reported. */
export const shownProblems = 50

/** Converts the cells of a table row by row, and collects those that cannot be converted. */
export class RowConverter {
  readonly problems: string[] = []
  problemCount = 0
  /** Number of empty texts that the database stores as NULL. */
  emptied = 0
  private readonly dialect: Dialect
  private readonly planned: PlannedTable

  constructor(dialect: Dialect, planned: PlannedTable) {
    this.dialect = dialect
    this.planned = planned
  }

  *rows(): Generator<SqlRow> {
    let number = 0
    for (const cells of this.planned.source.rows()) {
      number++
      yield this.planned.plan.columns.map((column, i): SqlValue => {
        const cell = cells[this.planned.places[i] ?? -1] ?? null
        const converted = convertValue(cell, column)
        const problem = 'problem' in converted ? converted.problem : this.dialect.problemOf(converted.value, column)
        if (problem !== undefined) this.tell(number, column.heading, cell, problem)
        return 'problem' in converted ? null : converted.value
      })
    }
  }

  private tell(row: number, heading: string, cell: unknown, problem: string): void {
    this.problemCount++
    if (this.problems.length >= shownProblems) return
    const shown = typeof cell === 'string' || typeof cell === 'number' ? `"${String(cell).slice(0, 40)}" ` : ''
    this.problems.push(`${this.planned.plan.source}, row ${row}, ${heading}: ${shown}${problem}`)
  }
}
