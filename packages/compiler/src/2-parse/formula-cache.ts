import { type ParseResult, parseFormula } from './parse.ts'
import type { Home } from './references.ts'
import { relativeKey } from './relative-key.ts'

/** Parses each distinct formula of a workbook once, whichever cells hold it. */
export class FormulaCache {
  private readonly results = new Map<string, ParseResult>()

  parse(text: string, home: Home): ParseResult {
    const key = relativeKey(text, home)
    let result = this.results.get(key)
    if (!result) {
      result = parseFormula(text, { home })
      this.results.set(key, result)
    }
    return result
  }

  get size(): number {
    return this.results.size
  }
}
