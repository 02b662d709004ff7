import type { DefinedName, Table, Workbook } from '../model/workbook.ts'

/** Finds sheets, names and tables by name, ignoring case. */
export class Directory {
  readonly workbook: Workbook
  private readonly sheets = new Map<string, number>()
  private readonly workbookNames = new Map<string, DefinedName>()
  private readonly sheetNames = new Map<string, DefinedName>()
  private readonly tables = new Map<string, Table>()
  private readonly tablesOfSheet = new Map<number, Table[]>()

  constructor(workbook: Workbook) {
    this.workbook = workbook
    workbook.sheets.forEach((sheet, index) => {
      const key = folded(sheet.name)
      if (!this.sheets.has(key)) this.sheets.set(key, index)
    })
    for (const name of workbook.names) {
      const key = folded(name.name)
      if (name.sheet === undefined) this.workbookNames.set(key, name)
      else this.sheetNames.set(`${name.sheet}/${key}`, name)
    }
    for (const table of workbook.tables) {
      this.tables.set(folded(table.name), table)
      const list = this.tablesOfSheet.get(table.sheet)
      if (list) list.push(table)
      else this.tablesOfSheet.set(table.sheet, [table])
    }
  }

  sheet(name: string): number | undefined {
    return this.sheets.get(folded(name))
  }

  /** Resolves a name from a sheet: the sheet's own names take precedence over the workbook's. */
  name(name: string, sheet: number): DefinedName | undefined {
    const key = folded(name)
    return this.sheetNames.get(`${sheet}/${key}`) ?? this.workbookNames.get(key)
  }

  table(name: string): Table | undefined {
    return this.tables.get(folded(name))
  }

  tableAt(sheet: number, row: number, col: number): Table | undefined {
    return this.tablesOfSheet
      .get(sheet)
      ?.find(({ range }) => row >= range.top && row <= range.bottom && col >= range.left && col <= range.right)
  }
}

function folded(name: string): string {
  return name.toLowerCase()
}
