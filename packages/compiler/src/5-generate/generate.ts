import { written } from '@sheetwright/runtime/program/written-values.ts'
import type { Area, Scalar } from '@sheetwright/runtime/values.ts'
import type { Analysis } from '../4-analyse/analyse.ts'
import type { CellPlace } from '../4-analyse/place-index.ts'
import { cellsOf, colAt, type Family, rowAt } from '../4-analyse/family.ts'
import type { Step } from '../4-analyse/schedule.ts'
import { Code, js } from './code.ts'
import { Frame, type Statement } from './frame.ts'
import { mayDoubt } from './may-doubt.ts'
import { homeOf, type ProgramBuilder } from './program-builder.ts'
import { findReductions, writeReductions } from './reductions.ts'
import { type Line, lineStart, type Slot, Storage } from './storage.ts'
import { type SteadyGroup, steadyGroup } from './steady.ts'
import { TypedWriter } from './typed.ts'
import type { Typed } from './typed-expression.ts'

/** Longer functions (in characters of code) are split, so that the JavaScript engine still optimises them. */
const LONGEST_FUNCTION = 14_000

export interface Generated {
  readonly statements: readonly Statement[]
  readonly stepNames: readonly Code[]
  /** The families of each step. */
  readonly stepFamilies: readonly (readonly Family[])[]
  readonly layout: Layout
  readonly loops: number
}

/** The storage layout, as data of the program. */
interface Layout {
  readonly numberSlots: number
  readonly arenaLength: number
  readonly valueSlots: number
  readonly lines: readonly {
    readonly kind: 'numbers' | 'values' | 'both'
    readonly length: number
    /** Constants: first index, and the values from there on. */
    readonly constants: readonly (readonly [number, readonly unknown[]])[]
  }[]
  /** For each input, then each delegated cell: kind (0 numbers, 1 values), slot, and copies as line and index. */
  readonly cells: readonly (readonly [number, number, readonly (readonly [number, number])[]])[]
  /** Sheet, row, column, count, across, store (-1 numbers, -2 values, -3 constants, else line), start. */
  readonly places: readonly (readonly [number, number, number, number, number, number, number])[]
  readonly constants: readonly unknown[]
  readonly covered: readonly Area[]
  readonly constantAreas: readonly Area[]
}

export function generate(
  program: ProgramBuilder,
  analysis: Analysis,
  inputs: readonly CellPlace[],
  outputs: readonly Area[],
): Generated {
  const families = analysis.steps.flatMap((step) => (step.kind === 'family' ? [step.family] : [...step.families]))
  const delegatedCells = analysis.delegated.flatMap(({ family }) => cellsOf(family))
  const given = [...inputs, ...delegatedCells]
  const tangled = new Set(analysis.steps.flatMap((step) => (isOneByOne(step) ? step.families : [])))
  const storage = new Storage(program.workbook, analysis, families, given, tangled)
  program.planned(analysis, storage, given)
  const writer = new StepWriter(program, findReductions(program, analysis.steps))
  for (const step of analysis.steps) writer.step(step)
  writer.closePart()
  return {
    statements: writer.statements,
    stepNames: writer.names,
    stepFamilies: writer.families,
    layout: layoutOf(program, analysis, storage, families, given, outputs),
    loops: writer.loops,
  }
}

/** Are cells computed one by one, so that lines along the other axis cannot be filled after the step? */
function isOneByOne(step: Step): step is Extract<Step, { kind: 'ordered' | 'demand' }> {
  return step.kind === 'ordered' || step.kind === 'demand'
}

class StepWriter {
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
    this.cell(this.part.frame, family)
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
          this.cell(frame, family)
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
      this.cell(frame, family)
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
      () => this.cell(frame, family),
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
      this.cell(frame, family)
      const name = Code.name('cell', program.cellName(family).text, program.counter())
      this.open(js`function ${name}(t) {`)
      this.statements.push(...frame.opening(), ...frame.body)
      this.open(js`}`)
      return name
    })
  }

  /** Computes and stores one cell of a family. */
  private cell(frame: Frame, family: Family): void {
    const { program } = this
    frame.at(program.label(family.sheet, family.row, family.col))
    const slot = program.storage.slotOf(family)
    const { row, col } = homeOf(family, frame)
    const computed = js`${program.exact(family)}(${row}, ${col})`
    const exact = frame.restless ? js`(${frame.restless} = true, ${computed})` : computed
    const typed =
      program.isExact(family) || !program.options.typed ? undefined : new TypedWriter(program, family, frame).formula()
    const local = Code.name(program.cellName(family).text, program.counter())
    if (slot) this.keepSingle(frame, family, slot, local, typed, exact)
    else this.keepInLine(frame, family, local, typed, exact)
    frame.wrote(family)
    if (frame.restless && /\bpart_\d/.test(frame.textSince())) frame.before(js`${frame.restless} = true`)
    frame.at(undefined)
  }

  private keepSingle(
    frame: Frame,
    family: Family,
    slot: Slot,
    local: Code,
    typed: Typed | undefined,
    exact: Code,
  ): void {
    const { program } = this
    if (slot.kind === 'numbers') {
      this.keepNumber(frame, local, typed, exact, js`pool`, js`N[${slot.index}]`, js`${slot.index}`)
    } else {
      this.keepValue(frame, local, typed, exact, js`V`, js`${slot.index}`)
    }
    frame.keepSlot(slot.kind, slot.index, local)
    for (const { line, index } of program.storage.copiesOf(family.sheet, family.row, family.col)) {
      if (slot.kind !== 'numbers') frame.before(js`host.put(${line.name}, ${index}, ${local})`)
      else {
        const put = js`host.put(${line.name}, ${index}, host.valueOf(pool, ${slot.index}))`
        const isPlain = line.kind === 'numbers'
        frame.before(
          isPlain ? js`if (${local} === ${local}) A[${line.offset + index}] = ${local} + 0; else ${put}` : put,
        )
      }
    }
  }

  private keepInLine(frame: Frame, family: Family, local: Code, typed: Typed | undefined, exact: Code): void {
    const { storage } = this.program
    const line = (
      family.axis === 'down'
        ? storage.line('down', family.sheet, family.col, family.row)
        : storage.line('across', family.sheet, family.row, family.col)
    ) as Line
    const index = line.from === 0 ? frame.line : js`${frame.line} + ${-line.from}`
    if (line.kind === 'numbers')
      this.keepNumber(frame, local, typed, exact, line.name, js`A[${frame.line} + ${line.offset - line.from}]`, index)
    else this.keepValue(frame, local, typed, exact, frame.values(line), index)
    if (frame.isLoop) frame.keepElement(line, index, local)
  }

  private keepNumber(
    frame: Frame,
    local: Code,
    typed: Typed | undefined,
    exact: Code,
    store: Code,
    target: Code,
    index: Code,
  ): void {
    const code =
      !typed || typed.type === 'text' || typed.type === 'boolean'
        ? undefined
        : typed.type === 'number'
          ? typed.code
          : js`f.onlyNumber(${typed.code})`
    if (!code) {
      frame.declare(js`let ${local} = host.keep(${store}, ${index}, ${exact})`, local)
      return
    }
    frame.declare(js`let ${local} = ${code}`, local)
    const isDoubtful = mayDoubt(frame.textSince())
    if (typed?.type === 'number' && typed.normal) {
      const doubt = isDoubtful ? js`d.raised || ${local} !== ${local}` : js`${local} !== ${local}`
      frame.before(
        js`if (${doubt}) { d.raised = false; ${local} = host.keep(${store}, ${index}, ${exact}) } else ${target} = ${local} + 0`,
      )
      return
    }
    if (!isDoubtful) {
      frame.before(
        js`if (${settled(local)}) ${target} = ${local} + 0; else ${local} = host.keep(${store}, ${index}, ${exact})`,
      )
      return
    }
    frame.before(
      js`if (d.raised || !(${settled(local)})) { d.raised = false; ${local} = host.keep(${store}, ${index}, ${exact}) } else ${target} = ${local} + 0`,
    )
  }

  private keepValue(frame: Frame, local: Code, typed: Typed | undefined, exact: Code, array: Code, index: Code): void {
    if (!typed) frame.declare(js`let ${local} = ${exact}`, local)
    else {
      const code = typed.type === 'number' && typed.literal === undefined ? js`f.scalar(${typed.code})` : typed.code
      frame.declare(js`let ${local} = ${code}`, local)
      frame.before(js`if (d.raised) { d.raised = false; ${local} = ${exact} } else if (${local} === null) ${local} = 0`)
    }
    frame.before(js`${array}[${index}] = ${local}`)
  }
}

/**
 * Is it a number that a cell can hold unchanged? Inlined, because the JavaScript engine stops inlining calls in long
 * functions.
 */
function settled(local: Code): Code {
  const smallest = 2.2250738585072014e-308
  return js`Math.abs(${local}) >= ${smallest} && Math.abs(${local}) < Infinity || ${local} === 0`
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

// ---- layout ----

function layoutOf(
  program: ProgramBuilder,
  analysis: Analysis,
  storage: Storage,
  families: readonly Family[],
  given: readonly CellPlace[],
  outputs: readonly Area[],
): Layout {
  const key = (sheet: number, row: number, col: number) => `${sheet}/${row}/${col}`
  const isChanging = (sheet: number, row: number, col: number) => {
    const family = analysis.index.at(sheet, row, col)
    return family !== undefined && analysis.changing.has(family)
  }
  const constantAt = (sheet: number, row: number, col: number): Scalar =>
    program.given.has(sheet, row, col) || isChanging(sheet, row, col) ? null : analysis.constant(sheet, row, col)
  const lines = storage.lines.map((line) => ({
    kind: line.kind,
    length: line.to - line.from + 1,
    constants: constantRuns(line, constantAt),
  }))
  const places: (readonly [number, number, number, number, number, number, number])[] = []
  const placed = new Set<string>()
  placeLines(storage, places)
  const isInLine = (sheet: number, row: number, col: number) => storage.copiesOf(sheet, row, col).length > 0
  const single = (sheet: number, row: number, col: number, store: number, start: number) => {
    if (placed.has(key(sheet, row, col)) || isInLine(sheet, row, col)) return
    placed.add(key(sheet, row, col))
    places.push([sheet, row, col, 1, 0, store, start])
  }
  for (const { sheet, row, col } of given) {
    const slot = storage.inputSlot(sheet, row, col)
    if (slot) single(sheet, row, col, slot.kind === 'numbers' ? -1 : -2, slot.index)
  }
  for (const family of families) {
    const slot = storage.slotOf(family)
    if (slot) single(family.sheet, family.row, family.col, slot.kind === 'numbers' ? -1 : -2, slot.index)
  }
  const constants: unknown[] = []
  const areas = new Map<string, Area>()
  const read = new Set(families.flatMap((family) => [...family.areas]))
  for (const area of [...[...read].map(({ bounds }) => bounds), ...outputs]) {
    areas.set(`${area.sheet}/${area.top}/${area.left}/${area.bottom}/${area.right}`, area)
  }
  for (const bounds of areas.values()) {
    const area = storage.clipped(bounds)
    if (!area) continue
    const isSmall = area.top === area.bottom && area.left === area.right
    if (!isSmall && !storage.isKeptCellByCell(area) && !outputs.includes(bounds)) continue
    for (let col = area.left; col <= area.right; col++) {
      let run: { row: number; start: number; count: number } | undefined
      const close = () => {
        if (run) places.push([area.sheet, run.row, col, run.count, 0, -3, run.start])
        run = undefined
      }
      program.workbook.sheets[area.sheet]?.cells.forEachInColumn(col, area.top, area.bottom, (row) => {
        const isElsewhere =
          placed.has(key(area.sheet, row, col)) || isInLine(area.sheet, row, col) || isChanging(area.sheet, row, col)
        const value = isElsewhere ? null : constantAt(area.sheet, row, col)
        if (run && run.row + run.count !== row) close()
        if (value === null) return
        placed.add(key(area.sheet, row, col))
        run ??= { row, start: constants.length, count: 0 }
        run.count++
        constants.push(written(value))
      })
      close()
    }
  }
  const covered = [...areas.values()]
  return {
    numberSlots: storage.numberSlots,
    arenaLength: storage.arenaLength,
    valueSlots: storage.valueSlots,
    lines,
    cells: given.map(({ sheet, row, col }) => {
      const slot = storage.inputSlot(sheet, row, col) as Slot
      const copies = storage.copiesOf(sheet, row, col).map(({ line, index }) => [line.id, index] as const)
      return [slot.kind === 'numbers' ? 0 : 1, slot.index, copies] as const
    }),
    places,
    constants,
    covered,
    constantAreas: covered.filter((area) => isConstantArea(area, program)),
  }
}

function isConstantArea(area: Area, { analysis, given }: ProgramBuilder): boolean {
  if ((area.top === area.bottom && area.left === area.right) || given.meets(area)) return false
  let constant = true
  analysis.index.forEach(area, (family) => {
    if (analysis.changing.has(family)) constant = false
  })
  return constant
}

/** The constants of a line, without gaps. */
function constantRuns(
  line: Line,
  constantAt: (sheet: number, row: number, col: number) => Scalar,
): [number, unknown[]][] {
  const runs: [number, unknown[]][] = []
  for (let position = line.from; position <= line.to; position++) {
    const value =
      line.axis === 'down' ? constantAt(line.sheet, position, line.at) : constantAt(line.sheet, line.at, position)
    if (value === null) continue
    const last = runs.at(-1)
    const index = position - line.from
    if (last && last[0] + last[1].length === index) last[1].push(written(value))
    else runs.push([index, [written(value)]])
  }
  return runs
}

/** The storage of each cell where it is computed: columns first, then the cells of rows that no column holds. */
function placeLines(
  storage: Storage,
  places: (readonly [number, number, number, number, number, number, number])[],
): void {
  for (const line of storage.lines) {
    const { row, col } = lineStart(line)
    if (line.axis === 'down') {
      let from = line.from
      for (const at of elsewhere(line)) {
        if (at > from) places.push([line.sheet, from, col, at - from, 0, line.id, from - line.from])
        from = Math.max(from, at + 1)
      }
      if (from <= line.to) places.push([line.sheet, from, col, line.to - from + 1, 0, line.id, from - line.from])
      continue
    }
    const others = new Set(elsewhere(line))
    for (let at = line.from; at <= line.to; at++) {
      const column = storage.line('down', line.sheet, at, row)
      const isHeld = column && !elsewhere(column).includes(row)
      if (!isHeld && !others.has(at)) places.push([line.sheet, row, at, 1, 0, line.id, at - line.from])
    }
  }
}

/** Positions of a line whose value is computed along the other axis, in ascending order. */
function elsewhere(line: Line): number[] {
  return [...line.foreign.map(([at]) => at), ...line.copied.map(({ at }) => at)].sort((a, b) => a - b)
}
