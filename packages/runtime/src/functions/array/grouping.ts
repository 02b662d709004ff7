import { type ExcelError, errors, type Matrix, type Scalar } from '../../values.ts'
import { identityOf, sortOrder } from './ordering.ts'

/** A group of records that share the first keys of their fields, or a total over such groups. */
export interface Group {
  /** One entry for each field; a subtotal has '' from its depth on. */
  readonly labels: readonly Scalar[]
  /** Positions of the records that belong to it. */
  readonly records: readonly number[]
  /** Records of the group that this one is part of; of a grand total its own. */
  readonly parent: readonly number[]
}

/** How the groups of one side are put in order. */
export interface SortKey {
  /** From 0; fields first, then values. */
  readonly column: number
  readonly descending: boolean
}

interface GroupOptions {
  /** 0 without totals, 1 a grand total, 2 and more also subtotals down to that depth; negative for totals before their parts. */
  readonly totals: number
  readonly sort: readonly SortKey[]
  /** Fields are sorted one inside the other, or as columns of a table that stand side by side. */
  readonly nested: boolean
  /** Aggregate of records that sorting by a value needs. */
  readonly aggregate: (records: readonly number[], value: number) => Scalar
}

interface Branch {
  readonly key: Scalar
  readonly records: number[]
}

/** Splits records by one field, in the order of first appearance. */
function split(fields: Matrix, records: readonly number[], level: number): Branch[] {
  const branches = new Map<string, Branch>()
  for (const record of records) {
    const key = fields.at(record, level)
    const identity = identityOf(key)
    const branch = branches.get(identity)
    if (branch) branch.records.push(record)
    else branches.set(identity, { key, records: [record] })
  }
  return [...branches.values()]
}

/** The groups of one side in the order they are shown, totals among them. */
export function groupRecords(fields: Matrix, records: readonly number[], options: GroupOptions): Group[] {
  const groups = options.nested ? nest(fields, records, [], records, options) : flat(fields, records, options)
  if (options.totals === 0) return groups
  const label = Math.abs(options.totals) > 1 ? 'Grand Total' : 'Total'
  const total: Group = { labels: labelled([label], fields.cols), records, parent: records }
  return options.totals < 0 ? [total, ...groups] : [...groups, total]
}

function labelled(path: readonly Scalar[], count: number): Scalar[] {
  return Array.from({ length: count }, (_, index) => (index < path.length ? (path[index] ?? null) : ''))
}

function nest(
  fields: Matrix,
  records: readonly number[],
  path: readonly Scalar[],
  parent: readonly number[],
  options: GroupOptions,
): Group[] {
  const level = path.length
  if (level === fields.cols) return [{ labels: path, records, parent }]
  const branches = split(fields, records, level).sort((a, b) => compareBranches(a, b, level, fields.cols, options))
  const hasSubtotals = level < Math.abs(options.totals) - 1 && level < fields.cols - 1
  const groups: Group[] = []
  for (const branch of branches) {
    const inside = [...path, branch.key]
    const subtotal: Group = { labels: labelled(inside, fields.cols), records: branch.records, parent: records }
    if (hasSubtotals && options.totals < 0) groups.push(subtotal)
    groups.push(...nest(fields, branch.records, inside, records, options))
    if (hasSubtotals && options.totals > 0) groups.push(subtotal)
  }
  return groups
}

function compareBranches(a: Branch, b: Branch, level: number, fieldCount: number, options: GroupOptions): number {
  for (const { column, descending } of options.sort) {
    // A value puts the innermost groups in order; those around them stay sorted by their keys.
    if (column < fieldCount ? column !== level : level !== fieldCount - 1) continue
    const order =
      column < fieldCount
        ? sortOrder(a.key, b.key, descending)
        : sortOrder(
            options.aggregate(a.records, column - fieldCount),
            options.aggregate(b.records, column - fieldCount),
            descending,
          )
    if (order !== 0) return order
  }
  return sortOrder(a.key, b.key, false)
}

/** Every combination of keys, sorted as the rows of a table. */
function flat(fields: Matrix, records: readonly number[], options: GroupOptions): Group[] {
  const plain = nest(fields, records, [], records, { ...options, totals: 0, sort: [] })
  const value = (group: Group, column: number) =>
    column < fields.cols ? (group.labels[column] ?? null) : options.aggregate(group.records, column - fields.cols)
  return plain.sort((a, b) => {
    for (const { column, descending } of options.sort) {
      const order = sortOrder(value(a, column), value(b, column), descending)
      if (order !== 0) return order
    }
    return 0
  })
}

/** Sort keys from the numbers of the call: 1 for the first column, negative for descending. */
export function sortKeys(numbers: readonly number[], columns: number): SortKey[] | ExcelError {
  const keys: SortKey[] = []
  for (const number of numbers) {
    const column = Math.abs(number) - 1
    if (column < 0 || column >= columns) return errors.value
    keys.push({ column, descending: number < 0 })
  }
  return keys
}
