/** A dense matrix of numbers, in row order. */
export type Rows = readonly (readonly number[])[]

export function multiply(left: Rows, right: Rows): number[][] {
  const cols = right[0]?.length ?? 0
  return left.map((row) => {
    const result: number[] = []
    for (let col = 0; col < cols; col++) {
      let sum = 0
      for (let k = 0; k < row.length; k++) sum += (row[k] ?? 0) * (right[k]?.[col] ?? 0)
      result.push(sum)
    }
    return result
  })
}

interface Factors {
  /** Unit lower and upper triangle in one matrix. */
  readonly lu: number[][]
  readonly order: number[]
  readonly sign: number
}

/** Gaussian elimination with row exchanges; undefined for a singular matrix. */
function factorise(matrix: Rows): Factors | undefined {
  const lu = matrix.map((row) => [...row])
  const order = matrix.map((_, i) => i)
  let sign = 1
  for (let col = 0; col < lu.length; col++) {
    let pivot = col
    for (let row = col + 1; row < lu.length; row++)
      if (Math.abs(cell(lu, row, col)) > Math.abs(cell(lu, pivot, col))) pivot = row
    if (cell(lu, pivot, col) === 0) return undefined
    if (pivot !== col) {
      ;[lu[pivot], lu[col]] = [lu[col] ?? [], lu[pivot] ?? []]
      ;[order[pivot], order[col]] = [order[col] ?? 0, order[pivot] ?? 0]
      sign = -sign
    }
    const top = lu[col] ?? []
    for (let row = col + 1; row < lu.length; row++) {
      const current = lu[row] ?? []
      const factor = (current[col] ?? 0) / (top[col] ?? 1)
      current[col] = factor
      if (factor === 0) continue
      for (let k = col + 1; k < lu.length; k++) current[k] = (current[k] ?? 0) - factor * (top[k] ?? 0)
    }
  }
  return { lu, order, sign }
}

function cell(matrix: Rows, row: number, col: number): number {
  return matrix[row]?.[col] ?? 0
}

export function determinant(matrix: Rows): number {
  const factors = factorise(matrix)
  if (!factors) return 0
  return factors.lu.reduce((product, row, i) => product * (row[i] ?? 0), factors.sign)
}

/** The inverse; undefined for a singular matrix. */
export function invert(matrix: Rows): number[][] | undefined {
  const factors = factorise(matrix)
  if (!factors) return undefined
  const n = matrix.length
  const inverse = matrix.map((row) => row.map(() => 0))
  for (let col = 0; col < n; col++) {
    const solution = substitute(factors, col)
    for (let row = 0; row < n; row++) (inverse[row] ?? [])[col] = solution[row] ?? 0
  }
  return inverse
}

/** Solves for one column of the identity matrix. */
function substitute({ lu, order }: Factors, unit: number): number[] {
  const x: number[] = order.map((source) => (source === unit ? 1 : 0))
  for (let row = 0; row < x.length; row++) {
    const current = lu[row] ?? []
    let sum = x[row] ?? 0
    for (let k = 0; k < row; k++) sum -= (current[k] ?? 0) * (x[k] ?? 0)
    x[row] = sum
  }
  for (let row = x.length - 1; row >= 0; row--) {
    const current = lu[row] ?? []
    let sum = x[row] ?? 0
    for (let k = row + 1; k < x.length; k++) sum -= (current[k] ?? 0) * (x[k] ?? 0)
    x[row] = sum / (current[row] ?? 1)
  }
  return x
}
