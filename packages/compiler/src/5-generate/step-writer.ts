import { colAt, type Family, rowAt } from '../4-analyse/family.ts'
import type { Step } from '../4-analyse/schedule.ts'
import { Code, js } from './code.ts'
import { Frame, type Statement } from './frame.ts'
import type { ProgramBuilder } from './program-builder.ts'
import { type findReductions, writeReductions } from './reductions.ts'
import type { Line } from './storage.ts'
import { type SteadyGroup, steadyGroup } from './steady.ts'
import { writeCell } from './write-cell.ts'

/** Longer functions (in characters of code) are split, so that the JavaScript engine still optimises them. */
const LONGEST_FUNCTION = 14_000

/** Writes the functions that compute the cells of a program, step by step. */
export class StepWriter {
  readonly statements: Statement[] = []
  readonly names: Code[] = []
  readonly families: (readonly Family[])[] = []
  loops = 0
  private readonly program: ProgramBuilder
  private readonly reductions: ReturnType<typeof findReductions>
  private part: { frame: Frame; families: Family[] } | undefined

  constructor(program: ProgramBuilder, reductions: ReturnType<typeof findReductions>) {
    this.program = program
    this.reductions = reductions
  }

  step(step: Step): void {
    if (step.kind === 'family' && step.family.count === 1) {
      this.single(step.family)
      return
    }
    this.closePart()
    if (step.kind === 'ordered') this.ordered(step)
    else if (step.kind === 'demand') this.demand(step)
    else if (step.kind === 'family') {
      const { family } = step
      const from = family.axis === 'down' ? family.row : family.col
      this.loop(step, [family], from, from + family.count - 1, false)
    } else this.loop(step, step.families, step.from, step.to, step.descending)
  }

  /** Writes single cells one after the other into one function, until it is long enough. */
  private single(family: Family): void {
    this.part ??= { frame: new Frame(false, js`0`, [], this.program.counter), families: [] }
    writeCell(this.program, this.part.frame, family)
    this.part.families.push(family)
    if (lengthOf(this.part.frame.body) > LONGEST_FUNCTION) this.closePart()
  }

  closePart(): void {
    if (!this.part) return
    const { frame, families } = this.part
    this.part = undefined
    const [first] = families
    const name = Code.name('cells', first ? this.program.cellName(first).text : '', this.program.counter())
    this.open(js`function ${name}() {`)
    this.statements.push(
      { code: js`charge(${families.length * 4})`, cell: undefined },
      ...frame.opening(),
      ...frame.body,
    )
    this.open(js`}`)
    this.finish(name, families)
  }

  private open(code: Code): void {
    this.statements.push({ code, cell: undefined })
  }

  private finish(name: Code, families: readonly Family[]): void {
    this.names.push(name)
    this.families.push(families)
  }

  private loop(step: Step, families: readonly Family[], from: number, to: number, descending: boolean): void {
    this.loops++
    const { program } = this
    const [first] = families
    const name = Code.name('loop', first ? program.cellName(first).text : '', program.counter())
    const frame = new Frame(true, js`t`, families, program.counter, descending ? undefined : { from, to })
    const group = descending || !program.options.steady ? undefined : steadyGroup(program, families, from, to)
    if (group) this.steady(frame, group, from)
    for (const family of families) if (!group?.families.includes(family)) this.guarded(frame, family, from, to)
    const isLong = families.length > 1 && lengthOf(frame.body) > LONGEST_FUNCTION
    if (!isLong) {
      const gathered = writeReductions(program, frame, this.reductions.get(step) ?? [], from, to)
      for (const { reduction, slot } of gathered) program.gather(reduction.family, reduction.node, slot)
      frame.handOn()
    }
    const chunks = isLong ? this.chunks(families, from, to) : undefined
    this.open(js`function ${name}() {`)
    this.open(js`charge(${(to - from + 1) * families.length * 4})`)
    if (!chunks) this.statements.push(...frame.opening())
    this.open(descending ? js`for (let t = ${to}; t >= ${from}; t--) {` : js`for (let t = ${from}; t <= ${to}; t++) {`)
    if (chunks) for (const chunk of chunks) this.open(js`${chunk}(t)`)
    else this.statements.push(...frame.body)
    this.open(js`}`)
    if (!chunks) this.statements.push(...frame.closing)
    this.copyAcross(families)
    this.open(js`}`)
    this.finish(name, families)
  }

  /** Copies cells to the lines along the other axis once all are computed. */
  private copyAcross(families: readonly Family[]): void {
    const { storage } = this.program
    const copies = families.flatMap((family) => storage.crossCopies(family))
    if (copies.length === 0) return
    const places = copies.flatMap(({ source, sourceIndex, target, targetIndex }) => [
      source.id,
      sourceIndex,
      target.id,
      targetIndex,
    ])
    this.open(js`host.copy(${this.program.table(Int32Array.from(places))})`)
  }

  /** Families that are computed only in lines where something they read changes; elsewhere they keep their value. */
  private steady(frame: Frame, { families, changes }: SteadyGroup, from: number): void {
    const { program } = this
    const others: Code[] = []
    const restless = frame.starting(js`true`)
    frame.restless = restless
    frame.alternatives(
      js`if (${restless} || ${program.table(changes)}[t - ${from}] === 1) {`,
      () => {
        frame.before(js`${restless} = false`)
        for (const family of families) {
          writeCell(this.program, frame, family)
          const { kept } = frame
          if (kept) others.push(keptAgain(kept, frame))
        }
      },
      others,
    )
    frame.restless = undefined
  }

  /** Splits a loop body that is too long for one function. */
  private chunks(families: readonly Family[], from: number, to: number): Code[] {
    const names: Code[] = []
    let frame: Frame | undefined
    const close = () => {
      if (!frame) return
      const name = Code.name('line', this.program.counter())
      this.open(js`function ${name}(t) {`)
      this.statements.push(...frame.opening(), ...frame.body)
      this.open(js`}`)
      names.push(name)
      frame = undefined
    }
    for (const family of families) {
      frame ??= new Frame(false, js`t`, families, this.program.counter)
      this.guarded(frame, family, from, to)
      if (lengthOf(frame.body) > LONGEST_FUNCTION) close()
    }
    close()
    return names
  }

  /** Computes a family only in its own lines if it does not cover all lines of the loop. */
  private guarded(frame: Frame, family: Family, from: number, to: number): void {
    const isAcross =
      family.count > 1
        ? family.axis === 'across'
        : frame.families.some((other) => other.count > 1 && other.axis === 'across')
    const start = isAcross ? family.col : family.row
    const end = start + family.count - 1
    if (start === from && end === to) {
      writeCell(this.program, frame, family)
      return
    }
    const head =
      start === end
        ? js`if (t === ${start}) {`
        : end === to
          ? js`if (t >= ${start}) {`
          : start === from
            ? js`if (t <= ${end}) {`
            : js`if (t >= ${start} && t <= ${end}) {`
    frame.branch(
      head,
      () => writeCell(this.program, frame, family),
      (line) =>
        frame.isLoop && line.kind === 'numbers' && line.from <= from && line.to >= to && frame.isSettled(line)
          ? js`A[${frame.line} + ${line.offset - line.from}]`
          : undefined,
    )
  }

  private ordered(step: Extract<Step, { kind: 'ordered' }>): void {
    const { program } = this
    const names = this.cellFunctions(step.families)
    const places = step.order.flatMap(({ family, index }) => [
      step.families.indexOf(family),
      family.axis === 'down' ? rowAt(family, index) : colAt(family, index),
    ])
    const order = program.table(Int32Array.from(places))
    const name = Code.name('ordered', program.counter())
    this.open(js`const ${name}_cells = [${names}]`)
    this.open(js`function ${name}() {`)
    this.open(js`charge(${step.order.length * 4})`)
    this.open(js`for (let k = 0; k < ${places.length}; k += 2) ${name}_cells[${order}[k]](${order}[k + 1])`)
    this.open(js`}`)
    this.finish(name, step.families)
  }

  /** Cells that are computed on first read. */
  private demand(step: Extract<Step, { kind: 'demand' }>): void {
    const { program } = this
    const names = this.cellFunctions(step.families)
    const places = step.families.flatMap(({ sheet, row, col, count, axis }) => [
      sheet,
      row,
      col,
      count,
      axis === 'across' ? 1 : 0,
    ])
    const name = Code.name('demand', program.counter())
    this.open(js`const ${name}_cells = host.demand(${program.table(Int32Array.from(places))}, [${names}])`)
    this.open(js`function ${name}() {`)
    this.open(js`charge(${step.families.reduce((sum, { count }) => sum + count, 0) * 4})`)
    this.open(js`${name}_cells.run()`)
    this.open(js`}`)
    this.finish(name, step.families)
  }

  /** For each family, a function that computes and stores the cell of a line. */
  private cellFunctions(families: readonly Family[]): Code[] {
    const { program } = this
    return families.map((family) => {
      const frame = new Frame(false, js`t`, families, program.counter)
      writeCell(this.program, frame, family)
      const name = Code.name('cell', program.cellName(family).text, program.counter())
      this.open(js`function ${name}(t) {`)
      this.statements.push(...frame.opening(), ...frame.body)
      this.open(js`}`)
      return name
    })
  }
}

/** Keeps the previous line's value for this line. */
function keptAgain({ line, index, local }: { line: Line; index: Code; local: Code }, frame: Frame): Code {
  if (line.kind === 'values') return js`${frame.values(line)}[${index}] = ${local}`
  const again = js`host.keep(${line.name}, ${index}, host.valueOf(${line.name}, ${index} - 1))`
  return js`if (${local} === ${local}) A[${frame.line} + ${line.offset - line.from}] = ${local} + 0; else ${again}`
}

function lengthOf(statements: readonly Statement[]): number {
  return statements.reduce((sum, { code }) => sum + code.text.length, 0)
}
