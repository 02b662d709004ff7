import { type ExcelError, errors, type Matrix, type Scalar } from '../../values.ts'
import { identityOf, sortOrder } from './ordering.ts'

/** A group of records that share the first keys of their fields, or a total over such groups. */
export interface Group {
  /** One entry per field; a subtotal has '' from its depth on. */
  readonly labels: readonly Scalar[]
  /** Indexes of its records. */
  readonly records: readonly number[]
  /** Records of the enclosing group; for a grand total its own. */
  readonly parent: readonly number[]
}

/** A sort key for the groups of one side. */
export interface SortKey {
  /** From 0; fields first, then values. */
  readonly column: number
  readonly descending: boolean
}

interface GroupOptions {
  /** 0 without totals, 1 a grand total, 2 and more also subtotals down to that depth; negative for totals before their parts. */
  readonly totals: number
  readonly sort: readonly SortKey[]
  /** Fields are sorted as nested levels, or as adjacent columns of a table. */
  readonly nested: boolean
  /** Is this level sorted by the values, if they are a sort key? */
  readonly sortsByValue: (level: number) => boolean
  /** Aggregate of records, for sorting by a value. */
  readonly aggregate: (records: readonly number[], value: number) => Scalar
}

/** Records that share a key at one level, with the ordered branches of the inner levels. */
interface Branch {
  readonly key: Scalar
  readonly records: number[]
  readonly inside: readonly Branch[]
}

/** Splits records by one field, in the order of first appearance. */
function split(fields: Matrix, records: readonly number[], level: number): number[][] {
  const branches = new Map<string, number[]>()
  for (const record of records) {
    const identity = identityOf(fields.at(record, level))
    const branch = branches.get(identity)
    if (branch) branch.push(record)
    else branches.set(identity, [record])
  }
  return [...branches.values()]
}

/** A key with several spellings is shown as in the first record of its first inner group. */
function branchesOf(fields: Matrix, records: readonly number[], level: number, options: GroupOptions): Branch[] {
  if (level === fields.cols) return []
  return split(fields, records, level)
    .map((members) => {
      const inside = branchesOf(fields, members, level + 1, options)
      return { key: fields.at(firstRecord({ inside, records: members }), level), records: members, inside }
    })
    .sort((a, b) => compareBranches(a, b, level, fields.cols, options))
}

function firstRecord(branch: Pick<Branch, 'inside' | 'records'>): number {
  const [first] = branch.inside
  return first ? firstRecord(first) : (branch.records[0] ?? 0)
}

/** The groups of one side in display order, including totals. */
export function groupRecords(fields: Matrix, records: readonly number[], options: GroupOptions): Group[] {
  const groups = options.nested ? nested(fields, records, options) : flat(fields, records, options)
  if (options.totals === 0) return groups
  const label = Math.abs(options.totals) > 1 ? 'Grand Total' : 'Total'
  const total: Group = { labels: labelled([label], fields.cols), records, parent: records }
  return options.totals < 0 ? [total, ...groups] : [...groups, total]
}

function labelled(path: readonly Scalar[], count: number): Scalar[] {
  return Array.from({ length: count }, (_, index) => (index < path.length ? (path[index] ?? null) : ''))
}

function nested(fields: Matrix, records: readonly number[], options: GroupOptions): Group[] {
  return branchesOf(fields, records, 0, options).flatMap((branch) => shown(branch, [], records, fields.cols, options))
}

/** The groups inside a branch, with its subtotal if it has one. */
function shown(
  branch: Branch,
  outside: readonly Scalar[],
  parent: readonly number[],
  count: number,
  options: GroupOptions,
): Group[] {
  const path = [...outside, branch.key]
  if (path.length === count) return [{ labels: path, records: branch.records, parent }]
  const groups = branch.inside.flatMap((each) => shown(each, path, branch.records, count, options))
  if (path.length >= Math.abs(options.totals)) return groups
  const subtotal: Group = { labels: labelled(path, count), records: branch.records, parent }
  return options.totals < 0 ? [subtotal, ...groups] : [...groups, subtotal]
}

function compareBranches(a: Branch, b: Branch, level: number, fieldCount: number, options: GroupOptions): number {
  for (const { column, descending } of options.sort) {
    if (column < fieldCount ? column !== level : !options.sortsByValue(level)) continue
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
  const plain = nested(fields, records, { ...options, totals: 0, sort: [] })
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
