import { type Delegate, Program, type ProgramModule, type ProgramOptions } from '../program/program.ts'
import type { Scalar } from '../values.ts'
import type { Calculator, Moment, ValidationFormula } from './calculator.ts'
import { Engine } from './engine.ts'
import { formulaName, placeKey } from './formula-name.ts'
import type { CellPlace, CellPort } from './ports.ts'

export interface EngineOptions extends Pick<ProgramOptions, 'functions' | 'steps' | 'memory'> {
  /** BCP 47 tag. */
  readonly locale: string
  readonly timeZone?: string | undefined
  /** Needed by programs that leave cells to the reference evaluator. */
  readonly delegate?: Delegate | undefined
}

/** An engine that computes with a compiled program. */
export function programEngine(module: ProgramModule, options: EngineOptions): Engine {
  const { engine } = module.about
  if (!engine) throw new Error('The program was not compiled as an engine.')
  return new Engine(engine, new ProgramCalculator(module, options))
}

/** Computes with a compiled program, always in the same memory. */
class ProgramCalculator implements Calculator {
  readonly date1904: boolean
  readonly locale: string
  readonly timeZone: string | undefined
  readonly sheetNames: readonly string[]
  private readonly program: Program
  private readonly inputIndex: ReadonlyMap<string, number>
  private readonly outputIndex: ReadonlyMap<string, number>
  private readonly formulaIndex: ReadonlyMap<string, number>
  private readonly inputs: (Scalar | undefined)[]
  /** Places requested before, found again without building their keys. */
  private readonly inputPlaces = new WeakMap<CellPlace, number>()
  private readonly outputPlaces = new WeakMap<CellPlace, number>()
  private readonly announced = new WeakMap<readonly CellPlace[], ReadonlySet<number> | undefined>()
  private moment: Moment = { now: 0, seed: 0 }
  /** The outputs of the next run; undefined means all. */
  private wanted: ReadonlySet<number> | undefined
  /** The outputs computed with the current inputs; undefined before the first run with them. */
  private computed: { readonly wanted: ReadonlySet<number> | undefined } | undefined

  constructor(module: ProgramModule, options: EngineOptions) {
    const { about } = module
    this.program = new Program(module, {
      functions: options.functions,
      steps: options.steps,
      locale: options.locale,
      now: () => this.moment.now,
      seed: () => this.moment.seed,
      isPastDeadline: () => this.moment.isPastDeadline?.() ?? false,
      ...(options.memory === undefined ? {} : { memory: options.memory }),
      ...(options.delegate ? { delegate: options.delegate } : {}),
    })
    this.date1904 = about.date1904
    this.locale = options.locale
    this.timeZone = options.timeZone
    this.sheetNames = about.sheetNames
    this.inputIndex = new Map(about.inputs.map((port, i) => [placeKey(port), i]))
    this.outputIndex = new Map(about.outputs.map((port, i) => [placeKey(port), i]))
    this.inputs = Array.from({ length: this.inputIndex.size })
    this.formulaIndex = new Map(about.formulas.map(({ name }, i) => [name, about.outputs.length + i]))
  }

  get failure(): Error | undefined {
    return this.program.failure
  }

  begin(moment: Moment): void {
    this.moment = moment
    this.inputs.fill(undefined)
    this.computed = undefined
    this.wanted = undefined
  }

  put(place: CellPlace, value: Scalar): void {
    let index = this.inputPlaces.get(place)
    if (index === undefined) {
      index = this.inputIndex.get(placeKey(place))
      if (index === undefined) throw new Error('The program does not take this cell from outside.')
      this.inputPlaces.set(place, index)
    }
    this.inputs[index] = value
    this.computed = undefined
  }

  announce(cells: readonly CellPlace[], validated: readonly CellPort[]): void {
    if (!this.announced.has(cells)) this.announced.set(cells, this.neededFor(cells, validated))
    this.wanted = this.announced.get(cells)
  }

  /** Undefined means all. The same cells always come with the same validations. */
  private neededFor(cells: readonly CellPlace[], validated: readonly CellPort[]): ReadonlySet<number> | undefined {
    const wanted = new Set<number>()
    for (const place of cells) {
      const index = this.outputIndex.get(placeKey(place))
      if (index !== undefined) wanted.add(index)
    }
    for (const port of validated) {
      for (const formula of ['formula1', 'formula2'] as const) {
        const index = this.formulaIndex.get(formulaName(port, formula))
        if (index !== undefined) wanted.add(index)
      }
    }
    return wanted.size === this.outputIndex.size + this.formulaIndex.size ? undefined : wanted
  }

  value(place: CellPlace): Scalar {
    let index = this.outputPlaces.get(place)
    if (index === undefined) {
      index = this.outputIndex.get(placeKey(place))
      if (index === undefined) throw new Error('The program does not give this cell.')
      this.outputPlaces.set(place, index)
    }
    this.compute(index)
    return this.program.output(index)
  }

  limit(port: CellPort, formula: ValidationFormula): Scalar {
    const name = this.computedFormula(port, formula)
    return name === undefined ? null : this.program.formulaValue(name)
  }

  choices(port: CellPort): readonly Scalar[] {
    const name = this.computedFormula(port, 'formula1')
    return name === undefined ? [] : this.program.formulaValues(name).filter((choice) => choice !== null)
  }

  /** The name of a formula whose cells are computed. */
  private computedFormula(port: CellPort, formula: ValidationFormula): string | undefined {
    const name = formulaName(port, formula)
    const index = this.formulaIndex.get(name)
    if (index === undefined) return undefined
    this.compute(index)
    return name
  }

  /** Runs what was announced, unless it is already computed; unannounced cells are computed along with it. */
  private compute(index: number): void {
    const { computed } = this
    if (computed && (!computed.wanted || computed.wanted.has(index))) return
    if (this.wanted && !this.wanted.has(index)) this.wanted = new Set([...this.wanted, index])
    this.program.run(this.inputs, this.wanted && [...this.wanted])
    this.computed = { wanted: this.wanted }
  }

  errorSource(place: CellPlace): CellPlace {
    return this.program.errorSource(place)
  }
}
