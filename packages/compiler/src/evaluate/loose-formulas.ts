import { isGrid, readCells } from '@sheetwright/runtime/cells.ts'
import { intersected } from '@sheetwright/runtime/invoke.ts'
import {
  type Area,
  ExcelError,
  isLambda,
  isReference,
  type Matrix,
  type Scalar,
  type Value,
} from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import type { Demand } from './demand.ts'
import { ARRAY, type FormulaMachine, isSingle, type Mode, matrixOf, operandMode, SINGLE } from './formula-machine.ts'

/** Evaluates formulas and their parts as if they were in a cell, without that cell's own formula. */
export class LooseFormulas {
  private readonly bound: BoundWorkbook
  private readonly machine: FormulaMachine
  private readonly demand: Demand

  constructor(bound: BoundWorkbook, machine: FormulaMachine, demand: Demand) {
    this.bound = bound
    this.machine = machine
    this.demand = demand
  }

  /** The result of a formula text as an array, as if it had been entered into a cell. */
  textAt(text: string, sheet: number, row: number, col: number): Matrix {
    return this.matrixAt(this.bound.text(text, sheet, row, col, undefined), sheet, row, col)
  }

  /** The result of a formula as a single value in a cell, as for data validations. */
  scalarAt(formula: BoundFormula, sheet: number, row: number, col: number): Scalar {
    return this.demand.onFreshStack(() => this.machine.single(this.evaluateAt(formula, sheet, row, col)))
  }

  /** The single value of an expression outside array formulas; undefined if it gives an array or several cells. */
  operandAt(tree: Bound, sheet: number, row: number, col: number): Scalar | undefined {
    const { machine } = this
    return this.demand.onFreshStack(() => {
      const before = machine.home
      machine.home = { sheet, row, col, saved: undefined }
      try {
        return singleOf(machine.evaluate(tree, SINGLE, undefined))
      } finally {
        machine.home = before
      }
    })
  }

  /** The cells that an expression refers to in this mode; undefined if it gives no reference. */
  referenceAt(
    tree: Bound,
    sheet: number,
    row: number,
    col: number,
    mode: Mode,
  ): readonly Area[] | ExcelError | undefined {
    return this.demand.onFreshStack(() => {
      const value = this.evaluateAt({ tree }, sheet, row, col, mode)
      return isReference(value) ? value.areas : value instanceof ExcelError ? value : undefined
    })
  }

  /** The single value that an operator gets from an expression; undefined if it is an array. */
  valueAt(tree: Bound, sheet: number, row: number, col: number, mode: Mode): Scalar | undefined {
    return this.demand.onFreshStack(() => {
      const value = this.evaluateAt({ tree }, sheet, row, col, operandMode(mode))
      return singleOf(isSingle(mode) ? intersected(value, { cell: { sheet, row, col } }) : value)
    })
  }

  matrixAt(formula: Pick<BoundFormula, 'tree'>, sheet: number, row: number, col: number): Matrix {
    return this.demand.onFreshStack(() => matrixOf(this.evaluateAt(formula, sheet, row, col)))
  }

  /** Evaluates a bound formula on the current stack, for texts that INDIRECT resolves and for names. */
  evaluateAt(formula: Pick<BoundFormula, 'tree'>, sheet: number, row: number, col: number, mode: Mode = ARRAY): Value {
    const { machine } = this
    const before = machine.home
    machine.home = { sheet, row, col, saved: before.saved }
    try {
      return machine.evaluate(formula.tree, mode, undefined)
    } finally {
      machine.home = before
    }
  }
}

/** A single value; undefined if it is an array, several cells or a function. */
function singleOf(value: Value): Scalar | undefined {
  const cells = isLambda(value) ? undefined : readCells(value)
  return cells === undefined || isGrid(cells) ? undefined : cells
}
