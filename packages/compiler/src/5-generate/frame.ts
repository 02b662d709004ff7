import type { Family } from '../4-analyse/family.ts'
import { Code, js } from './code.ts'
import { mayDoubt } from './may-doubt.ts'
import { ANY, eitherSize, examination, KEPT, NORMAL, type NumberSize } from './number-size.ts'
import type { Line } from './storage.ts'

export interface Statement {
  readonly code: Code
  /** The cell it computes, as `Sheet!A1`. */
  readonly cell: string | undefined
}

/** A variable with the value of a cell. */
interface Held {
  readonly local: Code
  /** Of the number that the variable holds; a number in memory may be of any size. */
  readonly size: NumberSize
}

/** A variable with the last computed element of a line. */
interface KeptElement extends Held {
  readonly line: Line
  readonly index: Code
}

interface Span {
  readonly from: number
  readonly to: number
}

/** One function of a program while it is generated. */
export class Frame {
  readonly isLoop: boolean
  /** The current row (or column). */
  readonly line: Code
  /** Families computed in this loop. */
  readonly families: readonly Family[]
  readonly prologue: Statement[] = []
  readonly body: Statement[] = []
  /** Statements after the loop. */
  readonly closing: Statement[] = []
  private readonly temporaries: Code[] = []
  private readonly memory: Code[] = []
  private readonly known = new Map<string, Code>()
  private readonly slots = new Map<string, Held>()
  private readonly inLine = new Map<string, Held>()
  private cell: string | undefined
  private isInBranch = false
  private mark = 0
  /** Inside a steady group: set if the exact way was taken, whose result may still depend on the line. */
  restless: Code | undefined
  private lastKept: KeptElement | undefined
  private readonly counter: () => number
  /** First and last line of an ascending loop. */
  private readonly span: Span | undefined
  private readonly carries = new Map<Line, Held>()
  /** Of the numbers of a line that were computed here so far. */
  private readonly sizes = new Map<Line, NumberSize>()
  private readonly written = new Set<Family>()

  constructor(isLoop: boolean, line: Code, families: readonly Family[], counter: () => number, span?: Span) {
    this.span = span
    this.isLoop = isLoop
    this.line = line
    this.families = families
    this.counter = counter
  }

  /** Does the loop run from the first line to the last? */
  get isAscending(): boolean {
    return this.span !== undefined
  }

  private get isLong(): boolean {
    return this.isLoop && this.span !== undefined && this.span.to - this.span.from >= 50
  }

  /** The next statements belong to this cell. */
  at(cell: string | undefined): void {
    this.cell = cell
    this.mark = this.body.length
  }

  /** The code written for the current cell. */
  textSince(): string {
    return this.body
      .slice(this.mark)
      .map(({ code }) => code.text)
      .join('\n')
  }

  before(code: Code): void {
    this.body.push({ code, cell: this.cell })
  }

  after(code: Code): void {
    this.closing.push({ code, cell: this.cell })
  }

  /** A variable of the current cell; declared inside a branch, it must stay visible after it. */
  declare(code: Code, local: Code): void {
    if (!this.isInBranch) {
      this.before(code)
      return
    }
    // Starts as a number: a variable that is undefined at first is not stored unboxed by the JavaScript engine.
    this.memory.push(local)
    this.before(code.withoutLet())
  }

  /**
   * Statements that run only in some lines. `otherwise` gives the value of a variable they set for the other lines, so
   * that later code can use it in every line.
   */
  branch(head: Code, write: () => void, otherwise: (line: Line, index: Code) => Code | undefined): void {
    this.before(head)
    this.isInBranch = true
    const outer = new Map(this.inLine)
    this.lastKept = undefined
    write()
    const kept = this.lastKept as KeptElement | undefined
    this.inLine.clear()
    for (const [key, value] of outer) this.inLine.set(key, value)
    this.isInBranch = false
    const value = kept ? otherwise(kept.line, kept.index) : undefined
    if (!kept || !value) {
      this.before(js`}`)
      return
    }
    this.before(js`} else {`)
    this.assignKept(kept.local, value)
    this.before(js`}`)
    this.inLine.set(`${kept.line.id}/${kept.index.text}`, { local: kept.local, size: eitherSize(kept.size, KEPT) })
  }

  /** Statements with an alternative for the remaining lines; variables set by both can be used afterwards. */
  alternatives(head: Code, write: () => void, others: readonly Code[]): void {
    this.before(head)
    this.isInBranch = true
    write()
    this.isInBranch = false
    this.before(js`} else {`)
    for (const code of others) this.before(code)
    this.before(js`}`)
  }

  /** The last computed element of a line. */
  get kept(): KeptElement | undefined {
    return this.lastKept
  }

  /** A variable without a value yet. */
  temporary(): Code {
    const name = Code.name('t', this.counter())
    this.temporaries.push(name)
    return name
  }

  /** A loop variable that keeps its value between iterations and starts as NaN. */
  remembered(): Code {
    const name = Code.name('m', this.counter())
    this.memory.push(name)
    return name
  }

  /** A variable of the loop with an initial value. */
  starting(value: Code): Code {
    const name = Code.name('a', this.counter())
    this.prologue.push({ code: js`let ${name} = ${value}`, cell: undefined })
    return name
  }

  /** Hoists an expression out of the loop. */
  hoist(code: Code): Code {
    const known = this.known.get(code.text)
    if (known) return known
    const name = Code.name('h', this.counter())
    this.prologue.push({ code: js`const ${name} = ${code}`, cell: undefined })
    let use = name
    if (mayDoubt(code.text)) {
      // A doubt about the hoisted expression applies to every cell.
      const doubt = Code.name('d', this.counter())
      this.prologue.push({ code: js`const ${doubt} = f.taken()`, cell: undefined })
      use = js`(${doubt} ? f.passed(${name}) : ${name})`
    }
    this.known.set(code.text, use)
    return use
  }

  /** Computes an expression once: before the loop, or before the current statement. */
  once(code: Code): Code {
    const known = this.known.get(code.text)
    if (known) return known
    if (this.isInBranch && !this.isLoop) return code
    const name = Code.name('o', this.counter())
    const statement = { code: js`const ${name} = ${code}`, cell: undefined }
    if (this.isLoop) this.prologue.push(statement)
    else this.body.push(statement)
    this.known.set(code.text, name)
    return name
  }

  /** The value of a single cell. */
  slot(kind: 'numbers' | 'values', index: number, name: Code): Held {
    const key = `${kind}/${index}`
    const known = this.slots.get(key)
    if (known) return known
    const source = kind === 'numbers' ? js`N` : js`V`
    if (this.isInBranch && !this.isLoop) return { local: js`${source}[${index}]`, size: NORMAL }
    // In a short loop the examination would take more time than it saves.
    const isKept = this.isLong && kind === 'numbers'
    const held = { local: Code.name(name.text, this.counter()), size: isKept ? KEPT : NORMAL }
    const read = isKept ? js`+f.kept(${source}[${index}])` : js`${source}[${index}]`
    const statement = { code: js`const ${held.local} = ${read}`, cell: undefined }
    if (this.isLoop) this.prologue.push(statement)
    else this.body.push(statement)
    this.slots.set(key, held)
    return held
  }

  /** A single cell was computed here: later statements use its variable. */
  keepSlot(kind: 'numbers' | 'values', index: number, held: Held): void {
    if (!this.isLoop && !this.isInBranch) this.slots.set(`${kind}/${index}`, held)
  }

  /** The values of a line under a short alias. */
  values(line: Line): Code {
    const key = `line/${line.id}`
    const known = this.known.get(key)
    if (known) return known
    const local = Code.name(line.name.text, 'v')
    this.prologue.push({ code: js`const ${local} = ${line.name}.values`, cell: undefined })
    this.known.set(key, local)
    return local
  }

  /** The variable with the element of a line that this iteration computed. */
  computed(line: Line, index: Code): Held | undefined {
    return this.inLine.get(`${line.id}/${index.text}`)
  }

  /** A variable with the previous line's value on a line of numbers, if this loop computes it. */
  carried(line: Line): Held | undefined {
    const { span } = this
    if (!span || !this.isLoop || line.kind !== 'numbers' || line.from > span.from || line.to < span.to) return undefined
    if (!this.computes(line)) return undefined
    let held = this.carries.get(line)
    if (!held) {
      const before = span.from - 1
      const first = before >= line.from ? js`+f.kept(A[${before + line.offset - line.from}])` : js`NaN`
      held = { local: this.starting(first), size: eitherSize(this.sizes.get(line) ?? KEPT, KEPT) }
      this.carries.set(line, held)
    }
    return held
  }

  /** What the size of a number has to be within if it is kept in a variable: for those read before, what they expect. */
  expected(line: Line): NumberSize {
    return this.carries.get(line)?.size ?? NORMAL
  }

  /** Passes the values of a line on to the next one. */
  handOn(): void {
    for (const [line, carried] of this.carries) {
      const index = line.from === 0 ? this.line : js`${this.line} + ${-line.from}`
      const local = this.computed(line, index)?.local
      if (local) this.before(js`${carried.local} = ${local}`)
      else this.assignKept(carried.local, js`A[${this.line} + ${line.offset - line.from}]`)
    }
  }

  /**
   * Takes a number from memory, or NaN if it is not of a size that is kept. Without a call, around which the JavaScript
   * engine would move every variable to memory and back.
   */
  private assignKept(local: Code, number: Code): void {
    this.before(js`${local} = ${number}`)
    this.before(js`if (!(${examination(ANY, KEPT, local, local).test})) ${local} = NaN`)
  }

  /** Does this function compute any of a line's values? */
  computes(line: Line): boolean {
    return this.families.some((family) => isOn(family, line))
  }

  wrote(family: Family): void {
    this.written.add(family)
  }

  /** Are all single cells of this loop that a line holds computed by now? */
  isSettled(line: Line): boolean {
    return this.families.every((family) => family.count > 1 || this.written.has(family) || !isOn(family, line))
  }

  keepElement(line: Line, index: Code, held: Held): void {
    this.inLine.set(`${line.id}/${index.text}`, held)
    this.lastKept = { ...held, line, index }
    const before = this.sizes.get(line)
    this.sizes.set(line, before ? eitherSize(before, held.size) : held.size)
  }

  /** The statements before the loop. */
  opening(): Statement[] {
    const lines: Statement[] = []
    if (this.temporaries.length > 0) lines.push({ code: js`let ${this.temporaries}`, cell: undefined })
    for (const name of this.memory) lines.push({ code: js`let ${name} = NaN`, cell: undefined })
    return [...lines, ...this.prologue]
  }
}

function isOn(family: Family, { axis, sheet, at, from, to }: Line): boolean {
  if (family.sheet !== sheet || (family.count > 1 && family.axis !== axis)) return false
  const [across, along] = axis === 'down' ? [family.col, family.row] : [family.row, family.col]
  return across === at && along <= to && along + family.count - 1 >= from
}
