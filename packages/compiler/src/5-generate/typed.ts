import { Matrix } from '@sheetwright/runtime/values.ts'
import type { Bound } from '../3-bind/bound.ts'
import type { Family } from '../4-analyse/family.ts'
import { js } from './code.ts'
import type { Frame } from './frame.ts'
import { isRange } from './is-range.ts'
import { ANY, quotientSize, sizeOf } from './number-size.ts'
import type { ProgramBuilder } from './program-builder.ts'
import { typedCall } from './typed-calls.ts'
import { cellValue, constantCell, elementValue, intersectedValue, tableCellValue } from './typed-cells.ts'
import { foldedPart } from './typed-constants.ts'
import { asNumber, named } from './typed-conversions.ts'
import { arithmetic, NotTyped, type Typed } from './typed-expression.ts'
import { PLAIN_MODE, type TypedMode } from './typed-mode.ts'
import { applied } from './typed-lambdas.ts'
import { lastSum, operation } from './typed-operators.ts'
import { areaPosition } from './typed-positions.ts'
import type { TypedWriting } from './typed-writing.ts'

/** Writes typed formulas: numbers are JavaScript numbers, without boxing or coercions. */
export class TypedWriter implements TypedWriting {
  readonly program: ProgramBuilder
  readonly family: Family
  readonly frame: Frame
  readonly mode: TypedMode

  constructor(program: ProgramBuilder, family: Family, frame: Frame, mode: TypedMode = PLAIN_MODE) {
    this.program = program
    this.family = family
    this.frame = frame
    this.mode = mode
  }

  within(family: Family, frame: Frame): TypedWriter {
    return new TypedWriter(this.program, family, frame)
  }

  inMode(change: Partial<TypedMode>): TypedWriter {
    return new TypedWriter(this.program, this.family, this.frame, { ...this.mode, ...change })
  }

  /** The formula's result before it is stored; undefined if only the exact way can compute it. */
  formula(): Typed | undefined {
    const { tree } = this.family.formula
    if (tree.kind !== 'operate' || (tree.operator !== '+' && tree.operator !== '-')) return this.value(tree)
    try {
      return lastSum(this, tree)
    } catch (reason) {
      if (reason instanceof NotTyped) return undefined
      throw reason
    }
  }

  value(node: Bound): Typed {
    const { elements, isWhole, isBody, variables } = this.mode
    // A unary plus before a range is no range to a function such as SUM, but still gives all of its cells.
    if (isWhole && isRange(node)) throw new NotTyped()
    const known = this.constantOf(node) ?? elements?.placed?.known(node) ?? foldedPart(this, node)
    if (known) return known
    try {
      const writer = isWhole && !passesOn(node) ? this.inMode({ isWhole: false }) : this
      return writer.written(node)
    } catch (reason) {
      // The exact way cannot see the variables of a typed block.
      if (!(reason instanceof NotTyped) || elements || isWhole || isBody || variables.size > 0) throw reason
      return this.exactly(node)
    }
  }

  number(node: Bound): Typed {
    return asNumber(this, this.value(node))
  }

  sometimes(node: Bound): Typed {
    return this.inMode({ isSometimes: true }).value(node)
  }

  argument(node: Bound): Typed {
    return this.inMode({ isWhole: true }).value(node)
  }

  private constantOf(node: Bound): Typed | undefined {
    if (node.kind !== 'constant' || node.value instanceof Matrix) return undefined
    return constantCell(this, node.value)
  }

  private written(node: Bound): Typed {
    switch (node.kind) {
      case 'cell':
        return cellValue(this, node.sheet, node.point)
      case 'tableRow':
        return tableCellValue(this, node)
      case 'area':
      case 'fixedArea': {
        if (this.mode.isBody) throw new NotTyped()
        const area = areaPosition(this, node)
        return this.mode.elements ? elementValue(this, area) : intersectedValue(this, area)
      }
      case 'name':
        return this.name(node)
      case 'group':
      case 'plus':
        return this.value(node.operand)
      case 'let':
        return this.block(node)
      case 'variable': {
        const known = this.mode.variables.get(node.slot)
        // Not every value that only the exact way knows is an error that IFERROR catches.
        const isCertain = known?.type === 'scalar' || known?.literal !== undefined
        if (!known || (this.mode.tolerant && !isCertain)) throw new NotTyped()
        return known
      }
      case 'single':
        if (this.mode.elements) throw new NotTyped()
        return this.value(node.operand)
      case 'negate': {
        const operand = this.number(node.operand)
        const { code, simple, invariant, size } = operand
        const negative = simple ? js`-${code}` : js`-(${code})`
        return { ...arithmetic(negative, invariant), size }
      }
      case 'percent': {
        const operand = this.number(node.operand)
        const size = quotientSize(operand.size, sizeOf(100), 100)
        return { ...arithmetic(js`(${operand.code} / 100)`, operand.invariant), size }
      }
      case 'operate':
        return operation(this, node)
      case 'call':
        return typedCall(this, node)
      case 'apply':
        return applied(this, node)
      default:
        throw new NotTyped()
    }
  }

  /** LET with single values as variables: each is computed once. */
  private block(node: Extract<Bound, { kind: 'let' }>): Typed {
    if (this.mode.elements || this.mode.tolerant) throw new NotTyped()
    if (![...node.values, node.body].every(isScalarValue)) throw new NotTyped()
    return node.values
      .reduce<TypedWriter>(
        // Each value sees the variables before it.
        (writer, value, i) => writer.knowing(node.slots[i] as number, named(writer, writer.value(value))),
        this,
      )
      .value(node.body)
  }

  private knowing(slot: number, variable: Typed): TypedWriter {
    return this.inMode({ variables: new Map(this.mode.variables).set(slot, variable) })
  }

  private name(node: Extract<Bound, { kind: 'name' }>): Typed {
    const { tree } = node.name.formula()
    if (tree.kind !== 'area' && tree.kind !== 'fixedArea' && !isScalarTree(tree, 0)) throw new NotTyped()
    return this.value(tree)
  }

  /** Computes a part of a formula the exact way. */
  private exactly(node: Bound): Typed {
    const code = this.program.exactPart(this.family, node, this.frame)
    return { code, type: 'scalar', invariant: false, simple: false, size: ANY }
  }
}

/** Does it return one of its parts, possibly a range? */
function passesOn(node: Bound): boolean {
  if (node.kind === 'call') return ['IF', 'CHOOSE', 'IFERROR'].includes(node.definition.name)
  return node.kind === 'group' || node.kind === 'plus' || node.kind === 'name'
}

/** Is it always a single value, neither a range nor a function? */
function isScalarValue(node: Bound): boolean {
  if (node.kind === 'group' || node.kind === 'plus') return isScalarValue(node.operand)
  return ['constant', 'cell', 'operate', 'negate', 'percent', 'call', 'variable', 'let'].includes(node.kind)
}

/** Names of single cells and constants, and expressions of them, mean the same in every mode. */
function isScalarTree(node: Bound, depth: number): boolean {
  if (depth > 20) return false
  switch (node.kind) {
    case 'cell':
      return true
    case 'constant':
      return !(node.value instanceof Matrix)
    case 'fixedArea':
      return false
    case 'group':
    case 'plus':
    case 'negate':
    case 'percent':
      return isScalarTree(node.operand, depth + 1)
    case 'operate':
      return isScalarTree(node.left, depth + 1) && isScalarTree(node.right, depth + 1)
    case 'name':
      return isScalarTree(node.name.formula().tree, depth + 1)
    default:
      return false
  }
}
