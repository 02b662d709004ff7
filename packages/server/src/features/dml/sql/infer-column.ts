import { longestKeyText, type SqlColumn } from '@sheetwright/contract/dml/dml.ts'
import type { ValueType } from '@sheetwright/runtime/engine/ports.ts'
import { dateText, momentText, plainDecimal, type SourceCell, timeText } from './convert-value.ts'

/** Texts grow, so a column gets more room than it needs today. */
const lengths = [10, 50, 100, 255, longestKeyText, 1_000, 4_000]
const mostDigits = 38
/** The most decimal places that every database supports. */
const mostScale = 30

/** Reads the values of one column and infers the type that holds them all. */
export class ColumnTypeFinder {
  private count = 0
  private blanks = 0
  private texts = 0
  private numbers = 0
  private booleans = 0
  private longest = 0
  private isInteger = true
  private isDate = true
  private isMoment = true
  private isTime = true
  private whole = 1
  private scale = 0
  private readonly shownAs: ValueType

  constructor(shownAs: ValueType) {
    this.shownAs = shownAs
  }

  add(cell: SourceCell): void {
    this.count++
    if (cell === null || typeof cell === 'object') {
      this.blanks += cell === null ? 1 : 0
      return
    }
    this.longest = Math.max(this.longest, String(cell).length)
    if (typeof cell === 'boolean') {
      this.booleans++
      this.isDate = false
      this.isMoment = false
      this.isTime = false
      return
    }
    if (typeof cell === 'string') this.texts++
    else this.addNumber(cell)
    this.isDate &&= dateText(cell) !== undefined
    this.isMoment &&= momentText(cell) !== undefined
    this.isTime &&= timeText(cell) !== undefined
  }

  type(): Pick<SqlColumn, 'type' | 'length' | 'precision' | 'scale' | 'nullable'> {
    const nothing = { length: null, precision: null, scale: null, nullable: this.blanks > 0 || this.count === 0 }
    const values = this.texts + this.numbers + this.booleans
    if (values > 0 && this.booleans === values) return { ...nothing, type: 'boolean' }
    const isMomentLike = this.booleans === 0 && values > 0
    if (isMomentLike && this.shownAs === 'date' && this.isDate) return { ...nothing, type: 'date' }
    if (isMomentLike && (this.shownAs === 'datetime' || this.shownAs === 'date') && this.isMoment) {
      return { ...nothing, type: 'datetime' }
    }
    if (isMomentLike && this.shownAs === 'time' && this.isTime) return { ...nothing, type: 'time' }
    // A column whose texts are all dates, such as those before 1900.
    if (this.texts > 0 && this.texts === values && this.isDate) return { ...nothing, type: 'date' }
    if (values > 0 && this.numbers === values) return { ...nothing, ...this.numberType() }
    const room = lengths.find((length) => length >= Math.max(1, this.longest))
    return { ...nothing, type: 'text', length: room ?? null }
  }

  private addNumber(cell: number): void {
    this.numbers++
    const [whole = '', rest = ''] = (plainDecimal(cell) ?? '0').replace('-', '').split('.')
    this.whole = Math.max(this.whole, whole.length)
    this.scale = Math.max(this.scale, rest.length)
    this.isInteger &&= rest === '' && Math.abs(cell) < 2 ** 63
  }

  private numberType(): Pick<SqlColumn, 'type' | 'precision' | 'scale'> {
    if (this.isInteger) return { type: 'integer', precision: null, scale: null }
    if (this.whole + this.scale > mostDigits || this.scale > mostScale) {
      return { type: 'float', precision: null, scale: null }
    }
    return {
      type: 'decimal',
      precision: Math.min(mostDigits, Math.max(18, this.whole + this.scale + 2)),
      scale: this.scale,
    }
  }
}
