import type { CallContext, FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import { toBoolean } from '@sheetwright/runtime/coerce.ts'
import { isGrid, readCells } from '@sheetwright/runtime/cells.ts'
import { type CallArgument, EMPTY, paramAt } from '@sheetwright/runtime/invoke.ts'
import { operate, type OperatorName, plus, scalarOperators } from '@sheetwright/runtime/operators.ts'
import { ExcelError, errors, type Scalar, type Value } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundCall, BoundLambda } from '../3-bind/bound.ts'

/** Values of LET and LAMBDA variables, innermost first. */
export interface Environment {
  readonly slot: number
  readonly value: Value | typeof EMPTY
  readonly next: Environment | undefined
}

type Run = (env: Environment | undefined) => Value

/** What the bodies of LAMBDAs delegate to the machine that walks formulas node by node. */
export interface BodyMachine {
  readonly context: CallContext
  /** Computes any node where arrays are expected. */
  walk(node: Bound, env: Environment | undefined): Value
  readCell(node: Bound & { kind: 'cell' }): Scalar
  invoke(definition: FunctionDefinition, args: readonly CallArgument[]): Value
  lambda(node: BoundLambda, env: Environment | undefined): Value
  apply(target: Value, args: readonly Bound[], given: () => (Value | typeof EMPTY)[]): Value
  negate(value: Value): Value
}

/**
 * Compiles the bodies of LAMBDAs to JavaScript functions, each once: node kinds are dispatched at compile time, not on
 * each run. Bodies are computed where arrays are expected. Rare nodes are left to the machine.
 */
export class CompiledBodies {
  private readonly machine: BodyMachine
  private readonly known = new WeakMap<Bound, Run>()

  constructor(machine: BodyMachine) {
    this.machine = machine
  }

  of(node: Bound): Run {
    let run = this.known.get(node)
    if (!run) this.known.set(node, (run = this.compiled(node)))
    return run
  }

  private compiled(node: Bound): Run {
    const { machine } = this
    switch (node.kind) {
      case 'constant': {
        const { value } = node
        return () => value
      }
      case 'variable':
        return variable(node.slot)
      case 'let':
        return this.letBlock(node)
      case 'lambda':
        return (env) => machine.lambda(node, env)
      case 'call':
        return this.call(node)
      case 'apply': {
        const callee = this.of(node.callee)
        const args = node.args.map((arg) => (arg.kind === 'missing' ? undefined : this.of(arg)))
        return (env) => machine.apply(callee(env), node.args, () => args.map((arg) => (arg ? arg(env) : EMPTY)))
      }
      case 'negate': {
        const operand = this.operand(node.operand)
        return (env) => machine.negate(operand(env))
      }
      case 'plus': {
        const operand = this.of(node.operand)
        return (env) => plus(operand(env))
      }
      case 'group':
        return this.of(node.operand)
      case 'operate':
        return this.operation(node.operator, this.operand(node.left), this.operand(node.right))
      default:
        return (env) => machine.walk(node, env)
    }
  }

  /** Single cells are read directly. */
  private operand(node: Bound): Run {
    return node.kind === 'cell' ? () => this.machine.readCell(node) : this.of(node)
  }

  private operation(operator: OperatorName, left: Run, right: Run): Run {
    const { context } = this.machine
    const apply = scalarOperators[operator]
    return (env) => {
      const a = left(env)
      const b = right(env)
      return isPlain(a) && isPlain(b) ? apply(a, b, context) : operate(operator, a, b, context)
    }
  }

  private letBlock({ slots, values, body }: Bound & { kind: 'let' }): Run {
    const runs = values.map((value) => this.of(value))
    const last = this.of(body)
    return (env) => {
      let inner = env
      for (let i = 0; i < runs.length; i++) {
        inner = { slot: slots[i] as number, value: (runs[i] as Run)(inner), next: inner }
      }
      return last(inner)
    }
  }

  private call(node: BoundCall): Run {
    const { definition } = node
    const args = node.args.map((arg, i): ((env: Environment | undefined) => CallArgument) => {
      const param = paramAt(definition, i)
      if (arg.kind === 'missing' || !param) return () => EMPTY
      if (param.kind === 'lazy') {
        const run = this.of(arg)
        return (env) => () => run(env)
      }
      return isCellRead(arg, param.kind) ? this.operand(arg) : this.of(arg)
    })
    const general: Run = (env) => {
      const ready: CallArgument[] = []
      for (let i = 0; i < args.length; i++) ready.push((args[i] as (typeof args)[number])(env))
      return this.machine.invoke(definition, ready)
    }
    return definition.name === 'IF' ? this.choice(node, general) : general
  }

  /** IF without a function per branch, if its condition is a single value. */
  private choice({ definition, args }: BoundCall, general: Run): Run {
    const [condition, yes, no] = args
    if (!condition || !yes || condition.kind === 'missing') return general
    const test = this.of(condition)
    const taken = yes.kind === 'missing' ? BLANK : this.of(yes)
    const other = !no ? NOT : no.kind === 'missing' ? BLANK : this.of(no)
    return (env) => {
      const value = test(env)
      const cells = typeof value === 'boolean' ? value : readCells(value)
      if (isGrid(cells)) return this.machine.invoke(definition, [value, () => taken(env), () => other(env)])
      const truth = toBoolean(cells)
      return truth instanceof ExcelError ? truth : truth ? taken(env) : other(env)
    }
  }
}

const BLANK: Run = () => null
const NOT: Run = () => false

/** Is a cell in this position read directly, as for an operator? */
function isCellRead(node: Bound, kind: string): boolean {
  return node.kind === 'cell' && (kind === 'number' || kind === 'text' || kind === 'boolean' || kind === 'scalar')
}

function isPlain(value: Value): value is Scalar {
  return value === null || typeof value !== 'object' || value instanceof ExcelError
}

function variable(slot: number): Run {
  return (env) => variableIn(slot, env)
}

/** The value of a variable; an omitted one reads as blank. */
export function variableIn(slot: number, env: Environment | undefined): Value {
  for (let entry = env; entry; entry = entry.next) {
    if (entry.slot === slot) return entry.value === EMPTY ? null : entry.value
  }
  return errors.name
}
